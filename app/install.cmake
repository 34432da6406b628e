# What is installed of the programs, and in which package (cmake/PlatenPackages.cmake).
install(TARGETS platen_program RUNTIME COMPONENT platen)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT platen)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT license)
install(PROGRAMS ${PROJECT_SOURCE_DIR}/resources/slurm/platen-array.sh ${PROJECT_SOURCE_DIR}/resources/slurm/platen-collect.sh
  DESTINATION ${CMAKE_INSTALL_DATADIR}/platen/slurm COMPONENT platen)

# The program writes its manual page and its completions itself.
set(manual ${CMAKE_CURRENT_BINARY_DIR}/manual)
file(MAKE_DIRECTORY ${manual})
find_program(PLATEN_GZIP gzip REQUIRED)
add_custom_command(OUTPUT ${manual}/platen.1.gz ${manual}/platen.bash ${manual}/_platen ${manual}/platen.fish ${manual}/platen-gui.1.gz
  COMMAND platen_program --print-manual man > ${manual}/platen.1
  COMMAND platen_program --print-manual bash > ${manual}/platen.bash
  COMMAND platen_program --print-manual zsh > ${manual}/_platen
  COMMAND platen_program --print-manual fish > ${manual}/platen.fish
  COMMAND ${PLATEN_GZIP} -9nf ${manual}/platen.1
  COMMAND ${PLATEN_GZIP} -9nc ${PROJECT_SOURCE_DIR}/resources/platen-gui.1 > ${manual}/platen-gui.1.gz
  DEPENDS platen_program ${PROJECT_SOURCE_DIR}/resources/platen-gui.1 VERBATIM)
add_custom_target(platen_manual ALL DEPENDS ${manual}/platen.1.gz)
install(FILES ${manual}/platen.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT platen)
install(FILES ${manual}/platen.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME platen COMPONENT platen)
install(FILES ${manual}/_platen DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT platen)
install(FILES ${manual}/platen.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT platen)

# What a package needs, and no test.
add_custom_target(package_contents DEPENDS platen_program platen_manual platen_init_module platen_torch_sampling platen_operators_shared)
if(PLATEN_GUI)
  add_dependencies(package_contents platen_viewer)
endif()

if(PLATEN_GUI)
  install(TARGETS platen_viewer RUNTIME COMPONENT gui)
  install(FILES ${manual}/platen-gui.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT gui)
  install(FILES ${PROJECT_SOURCE_DIR}/resources/platen-gui.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT gui)
  install(FILES ${PROJECT_SOURCE_DIR}/resources/platen.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT gui)
  set(icons ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
  install(FILES ${PROJECT_SOURCE_DIR}/resources/icons/platen.svg DESTINATION ${icons}/scalable/apps COMPONENT gui)
  foreach(side 48 256)
    install(FILES ${PROJECT_SOURCE_DIR}/resources/icons/platen-${side}.png DESTINATION ${icons}/${side}x${side}/apps RENAME platen.png COMPONENT gui)
  endforeach()
endif()
