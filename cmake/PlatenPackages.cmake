# Packages for Debian by `cpack` (`make package`): platen, platen-gui, and platen-torch, which holds what needs libtorch (--init-model,
# the torch rows of bench, libplaten_operators.so) and depends on Debian's, so that the others do without its 200 MB. What each needs of
# the system's libraries is found by dpkg-shlibdeps.
set(PLATEN_PACKAGER "The Platen authors <platen@example.org>" CACHE STRING "Who made the packages: name <address>")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME platen)
set(CPACK_PACKAGE_VENDOR "The Platen authors")
set(CPACK_PACKAGE_CONTACT ${PLATEN_PACKAGER})
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # tests need not be built for a package
set(CPACK_COMPONENTS_ALL platen torch)
if(PLATEN_GUI)
  list(APPEND CPACK_COMPONENTS_ALL gui)
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PLATEN_PACKAGE_NAME platen)
set(CPACK_DEBIAN_PLATEN_PACKAGE_RECOMMENDS "tesseract-ocr, poppler-utils, libheif1")
set(CPACK_DEBIAN_PLATEN_PACKAGE_SUGGESTS "platen-gui, platen-torch")
set(CPACK_COMPONENT_PLATEN_DESCRIPTION "flattens photographed and scanned pages of documents
 Photos of curled, folded or slanting pages in, flat pages out: as JPEG, PNG,
 TIFF or PDF, one by one or by folders that can be resumed. Without a display.")
set(CPACK_DEBIAN_GUI_PACKAGE_NAME platen-gui)
set(CPACK_DEBIAN_GUI_PACKAGE_RECOMMENDS "qt6-translations-l10n, tesseract-ocr, poppler-utils, libheif1")
set(CPACK_DEBIAN_GUI_PACKAGE_SUGGESTS platen)
set(CPACK_COMPONENT_GUI_DESCRIPTION "viewer of Platen, which flattens pages of documents
 Shows photos of curled, folded or slanting pages beside the flat pages that
 are made of them; corners, points, lines and the spine can be set by hand.")
set(CPACK_DEBIAN_TORCH_PACKAGE_NAME platen-torch)
set(CPACK_DEBIAN_TORCH_PACKAGE_DEPENDS "platen (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_TORCH_DESCRIPTION "what Platen does with libtorch
 The option --init-model of platen, the torch rows of its benchmarks, and its
 sampler and decoder as torch operators.")

# What Debian wants of every package; left out of `cmake --install`.
file(READ ${PROJECT_SOURCE_DIR}/LICENSE license)
string(REGEX REPLACE "^.*\n\n(Permission)" "\\1" license "${license}")
string(STRIP "${license}" license)
string(REPLACE "\n\n" "\n.\n" license "${license}")
string(REPLACE "\n" "\n " license " ${license}")
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  set(debian ${PROJECT_BINARY_DIR}/debian/${package})
  file(CONFIGURE OUTPUT ${debian}/copyright CONTENT [[Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Platen

Files: *
Copyright: 2026 The Platen authors
License: Expat

License: Expat
@license@]])
  file(CONFIGURE OUTPUT ${debian}/changelog CONTENT "@package@ (${PROJECT_VERSION}) unstable; urgency=medium

  * See CHANGELOG.md of platen.

 -- ${PLATEN_PACKAGER}  Thu, 01 Jan 2026 00:00:00 +0000
")
  execute_process(COMMAND gzip -9nf changelog WORKING_DIRECTORY ${debian})
  install(FILES ${debian}/copyright ${debian}/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component}
    EXCLUDE_FROM_ALL)
endforeach()
include(CPack)
