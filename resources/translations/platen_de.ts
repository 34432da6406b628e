<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>Engine</name>
    <message>
        <source>No text lines were found: the page was fitted to its outline and printed lines alone</source>
        <translation>Keine Textzeilen gefunden: Die Seite wurde allein an Umriss und gedruckte Linien angepasst</translation>
    </message>
    <message>
        <source>Few text lines were found: the shape of the page is uncertain</source>
        <translation>Wenige Textzeilen gefunden: Die Form der Seite ist unsicher</translation>
    </message>
    <message>
        <source>Too few lines and edges were found to be sure of the perspective</source>
        <translation>Zu wenige Zeilen und Seitenränder gefunden: Die Perspektive ist unsicher</translation>
    </message>
    <message>
        <source>The lines of text do not fit the page&apos;s edges: the page was fitted without them</source>
        <translation>Die Textzeilen passen nicht zu den Rändern der Seite: Sie wurde ohne sie angepasst</translation>
    </message>
    <message>
        <source>No page edges were found: cropped to the printed content</source>
        <translation>Keine Seitenränder gefunden: auf den gedruckten Inhalt zugeschnitten</translation>
    </message>
    <message>
        <source>Not all page edges were found: cropped to the printed content where they are missing</source>
        <translation>Nicht alle Seitenränder gefunden: wo sie fehlen, auf den gedruckten Inhalt zugeschnitten</translation>
    </message>
    <message>
        <source>Part of the page lies outside the photo</source>
        <translation>Ein Teil der Seite liegt außerhalb des Fotos</translation>
    </message>
    <message>
        <source>The paper is folded or crumpled: small waves may remain</source>
        <translation>Das Papier ist gefaltet oder zerknittert: Kleine Wellen können bleiben</translation>
    </message>
    <message>
        <source>No shape was found on which the page looks flatter: the photo was only turned level</source>
        <translation>Es wurde keine Form gefunden, in der die Seite flacher aussieht: Das Foto wurde nur gerade gedreht</translation>
    </message>
    <message>
        <source>The free form folded over itself: the bent sheet alone was used</source>
        <translation>Die freie Form überlappte sich selbst: Nur das gebogene Blatt wurde verwendet</translation>
    </message>
    <message>
        <source>The bent page folded over itself in the fit: a simpler shape was used</source>
        <translation>Die gebogene Seite überlappte sich bei der Anpassung selbst: Eine einfachere Form wurde verwendet</translation>
    </message>
    <message>
        <source>Some of the printed lines lie outside the page that was found (Crop: None keeps all)</source>
        <translation>Einige gedruckte Zeilen liegen außerhalb der gefundenen Seite (Zuschnitt „Keine“ behält alles)</translation>
    </message>
    <message>
        <source>The fit is uncertain: please look at this page</source>
        <translation>Die Anpassung ist unsicher: Bitte diese Seite ansehen</translation>
    </message>
    <message>
        <source>Nothing on the page tells its shape: that of the page it started from was taken</source>
        <translation>Nichts auf der Seite verrät ihre Form: Die der Ausgangsseite wurde übernommen</translation>
    </message>
    <message>
        <source>The point at (%1, %2) of the photo could not be met: it is off by %3 pixels</source>
        <translation>Der Punkt (%1, %2) des Fotos konnte nicht getroffen werden: Er liegt %3 Pixel daneben</translation>
    </message>
    <message>
        <source>The line that begins at (%1, %2) of the photo could not be made straight: it is off by %3 pixels</source>
        <translation>Die Linie, die bei (%1, %2) des Fotos beginnt, konnte nicht gerade werden: Sie weicht %3 Pixel ab</translation>
    </message>
    <message>
        <source>Part of a facing page is in view and was left out</source>
        <translation>Ein Teil der Nachbarseite ist zu sehen und wurde weggelassen</translation>
    </message>
    <message>
        <source>The fit came to nothing; the first model is used</source>
        <translation>Die Anpassung blieb ohne Ergebnis; das erste Modell wird verwendet</translation>
    </message>
    <message>
        <source>No GPU can be used (%1): the page was fitted on the CPU</source>
        <translation>Keine GPU ist nutzbar (%1): Die Seite wurde auf der CPU angepasst</translation>
    </message>
    <message>
        <source>The page does not fit the GPU&apos;s memory: it was fitted on the CPU</source>
        <translation>Die Seite passt nicht in den Speicher der GPU: Sie wurde auf der CPU angepasst</translation>
    </message>
    <message>
        <source>The file holds %1 images: only the first is used (split it to have them all)</source>
        <translation>Die Datei enthält %1 Bilder: Nur das erste wird verwendet (die Datei teilen, um alle zu haben)</translation>
    </message>
    <message>
        <source>pdftoppm has doubts about this page of the PDF: %1 (compare the page with the PDF)</source>
        <translation>pdftoppm hat Zweifel an dieser Seite der PDF-Datei: %1 (die Seite mit der PDF-Datei vergleichen)</translation>
    </message>
    <message>
        <source>Which way up the page reads could not be told (Page › Turn Left, Turn Right)</source>
        <translation>Wo auf der Seite oben ist, war nicht zu erkennen (Seite › Nach links drehen, Nach rechts drehen)</translation>
    </message>
    <message>
        <source>Neither text lines nor page edges were found: the photo is left as it was</source>
        <translation>Weder Textzeilen noch Seitenränder gefunden: Das Foto bleibt, wie es war</translation>
    </message>
    <message>
        <source>The page&apos;s shape could not be found: the photo is left as it was</source>
        <translation>Die Form der Seite war nicht zu finden: Das Foto bleibt, wie es war</translation>
    </message>
    <message>
        <source>The paper&apos;s size is not known: the page is taken to be 297 mm long (as A4)</source>
        <translation>Die Papiergröße ist nicht bekannt: Die Seite gilt als 297 mm lang (wie A4)</translation>
    </message>
    <message>
        <source>The paper&apos;s size is not known: the page of the PDF is as large as fits on A4 (Paper says it)</source>
        <translation>Die Papiergröße ist nicht bekannt: Die Seite des PDFs ist so groß, wie auf A4 passt (Papier sagt sie)</translation>
    </message>
    <message>
        <source>The photo is CMYK without a profile: its colours were converted to sRGB by rule</source>
        <translation>Das Foto ist CMYK ohne Profil: Seine Farben wurden nach fester Regel in sRGB umgerechnet</translation>
    </message>
    <message>
        <source>The photo is CMYK: its colours were converted to sRGB through its profile</source>
        <translation>Das Foto ist CMYK: Seine Farben wurden über sein Profil in sRGB umgerechnet</translation>
    </message>
    <message>
        <source>There is no such file</source>
        <translation>Diese Datei gibt es nicht</translation>
    </message>
    <message>
        <source>Cannot be opened: %1 (you may not read it)</source>
        <translation>Lässt sich nicht öffnen: %1 (keine Leserechte)</translation>
    </message>
    <message>
        <source>Cannot be opened: %1</source>
        <translation>Lässt sich nicht öffnen: %1</translation>
    </message>
    <message>
        <source>Cannot be read: %1</source>
        <translation>Lässt sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>The file is empty (copy the photo again)</source>
        <translation>Die Datei ist leer (das Foto noch einmal kopieren)</translation>
    </message>
    <message>
        <source>This is a folder, not a photo</source>
        <translation>Das ist ein Ordner, kein Foto</translation>
    </message>
    <message>
        <source>This is a device or a pipe, not a photo&apos;s file</source>
        <translation>Das ist ein Gerät oder eine Pipe, keine Fotodatei</translation>
    </message>
    <message>
        <source>The file is cut off before the end of its picture (copy the photo again)</source>
        <translation>Die Datei bricht vor dem Ende des Bildes ab (das Foto noch einmal kopieren)</translation>
    </message>
    <message>
        <source>The file is cut off before its picture begins (copy the photo again)</source>
        <translation>Die Datei bricht vor dem Anfang des Bildes ab (das Foto noch einmal kopieren)</translation>
    </message>
    <message>
        <source>The file is damaged: part of its picture is lost (copy the photo again)</source>
        <translation>Die Datei ist beschädigt: Ein Teil des Bildes ist verloren (das Foto noch einmal kopieren)</translation>
    </message>
    <message>
        <source>The file is damaged: its header can&apos;t be read (copy the photo again)</source>
        <translation>Die Datei ist beschädigt: Ihr Kopf ist nicht zu lesen (das Foto noch einmal kopieren)</translation>
    </message>
    <message>
        <source>The file is damaged: its colour profile can&apos;t be read (copy the photo again)</source>
        <translation>Die Datei ist beschädigt: Ihr Farbprofil ist nicht zu lesen (das Foto noch einmal kopieren)</translation>
    </message>
    <message>
        <source>The file is a kind of PNG that Platen does not read (save it as a plain PNG)</source>
        <translation>Die Datei ist ein PNG einer Art, die Platen nicht liest (als gewöhnliches PNG speichern)</translation>
    </message>
    <message>
        <source>The file is damaged: its header claims a picture without pixels</source>
        <translation>Die Datei ist beschädigt: Ihr Kopf nennt ein Bild ohne Pixel</translation>
    </message>
    <message>
        <source>The file is damaged: %1</source>
        <translation>Die Datei ist beschädigt: %1</translation>
    </message>
    <message>
        <source>The file changed while it was being read (try again)</source>
        <translation>Die Datei wurde während des Lesens geändert (noch einmal versuchen)</translation>
    </message>
    <message>
        <source>The file changed while it was read (another program writes to it)</source>
        <translation>Die Datei wurde während des Lesens geändert (ein anderes Programm schreibt in sie)</translation>
    </message>
    <message>
        <source>%1 × %2 pixels are more than Platen opens (at most %3 a side and %4 megapixels; make it smaller first)</source>
        <translation>%1 × %2 Pixel sind mehr, als Platen öffnet (höchstens %3 je Seite und %4 Megapixel; zuerst verkleinern)</translation>
    </message>
    <message>
        <source>The file is damaged or cut off: it claims %1 × %2 pixels, which its %3 bytes can&apos;t hold (copy the photo again)</source>
        <translation>Die Datei ist beschädigt oder abgeschnitten: Sie nennt %1 × %2 Pixel, die ihre %3 Bytes nicht fassen können (das Foto noch einmal kopieren)</translation>
    </message>
    <message>
        <source>The file is damaged or cut off: its palette can&apos;t be read (copy the photo again)</source>
        <translation>Die Datei ist beschädigt oder abgeschnitten: Ihre Farbpalette ist nicht lesbar (das Foto noch einmal kopieren)</translation>
    </message>
    <message>
        <source>The file has more than %1 scans, each as long to decode as a photo (save it as a baseline JPEG)</source>
        <translation>Die Datei hat mehr als %1 Durchgänge, jeder so lang zu lesen wie ein Foto (als Baseline-JPEG speichern)</translation>
    </message>
    <message>
        <source>Cannot be written: its name is too long (give the photo a shorter one)</source>
        <translation>Kann nicht geschrieben werden: Der Name ist zu lang (dem Foto einen kürzeren geben)</translation>
    </message>
    <message>
        <source>The file claims more pixels than a JPEG can hold</source>
        <translation>Die Datei nennt mehr Pixel, als ein JPEG fassen kann</translation>
    </message>
    <message>
        <source>The file is a progressive JPEG that needs more memory than is allowed for decoding (save it as a baseline JPEG)</source>
        <translation>Die Datei ist ein progressives JPEG, das zum Dekodieren mehr Speicher braucht als erlaubt (als Baseline-JPEG speichern)</translation>
    </message>
    <message>
        <source>The file is a JPEG with %1 colour components, which Platen does not read (convert it to RGB)</source>
        <translation>Die Datei ist ein JPEG mit %1 Farbkomponenten, das Platen nicht liest (in RGB umwandeln)</translation>
    </message>
    <message>
        <source>The file is a kind of JPEG that Platen does not read (%1)</source>
        <translation>Die Datei ist ein JPEG einer Art, die Platen nicht liest (%1)</translation>
    </message>
    <message>
        <source>The file is a TIFF without a picture in it</source>
        <translation>Die Datei ist ein TIFF ohne Bild</translation>
    </message>
    <message>
        <source>The file is a TIFF with %1, which Platen does not read (save it as plain RGB)</source>
        <translation>Die Datei ist ein TIFF mit %1, das Platen nicht liest (als einfaches RGB speichern)</translation>
    </message>
    <message>
        <source>%1 needs about %2 of memory, the option Memory allows %3 (allow more)</source>
        <translation>%1 braucht etwa %2 Speicher, die Option „Speicher“ erlaubt %3 (mehr erlauben)</translation>
    </message>
    <message>
        <source>Not enough memory (close other programs, or work on a smaller photo)</source>
        <translation>Nicht genug Speicher (andere Programme schließen oder ein kleineres Foto nehmen)</translation>
    </message>
    <message>
        <source>Stopped while the photo was being read</source>
        <translation>Angehalten, während das Foto gelesen wurde</translation>
    </message>
    <message>
        <source>Stopped before it was done</source>
        <translation>Vor dem Ende angehalten</translation>
    </message>
    <message>
        <source>No page was found on it (take the photo so that all of the page is seen)</source>
        <translation>Es wurde keine Seite darauf gefunden (so fotografieren, dass die ganze Seite zu sehen ist)</translation>
    </message>
    <message>
        <source>No page could be fitted to it (try Model: Plane, or a photo that shows the page whole)</source>
        <translation>Es ließ sich keine Seite anpassen (Modell „Eben“ versuchen oder ein Foto, das die ganze Seite zeigt)</translation>
    </message>
    <message>
        <source>It has no page %1: 1 page was found on it</source>
        <translation>Seite %1 gibt es nicht: Eine Seite wurde gefunden</translation>
    </message>
    <message>
        <source>It has no page %1: %2 pages were found on it</source>
        <translation>Seite %1 gibt es nicht: %2 Seiten wurden gefunden</translation>
    </message>
    <message>
        <source>A part was asked for that is outside the photo</source>
        <translation>Verlangt wurde ein Ausschnitt außerhalb des Fotos</translation>
    </message>
    <message>
        <source>The photo has %1 pixels, the shape was fitted to %2, made from %3: not the same view</source>
        <translation>Das Foto hat %1 Pixel, die Form wurde an %2 angepasst, aus %3: nicht dieselbe Ansicht</translation>
    </message>
    <message>
        <source>Internal error: %1 (please report it)</source>
        <translation>Interner Fehler: %1 (bitte melden)</translation>
    </message>
    <message>
        <source>Internal error of unknown kind (please report it)</source>
        <translation>Interner Fehler unbekannter Art (bitte melden)</translation>
    </message>
    <message>
        <source>Nothing is left of the page (a smaller negative Margin, or another Crop)</source>
        <translation>Von der Seite bleibt nichts übrig (einen kleineren negativen Rand oder einen anderen Zuschnitt wählen)</translation>
    </message>
    <message>
        <source>The page would have %1 megapixels (ask for a smaller DPI or Scale)</source>
        <translation>Die Seite hätte %1 Megapixel (Auflösung oder Maßstab kleiner wählen)</translation>
    </message>
    <message>
        <source>Cannot be written: no free temporary name in its folder</source>
        <translation>Lässt sich nicht schreiben: kein freier vorläufiger Name im Ordner</translation>
    </message>
    <message>
        <source>Cannot be written: its encoder failed</source>
        <translation>Lässt sich nicht schreiben: Der Kodierer ist gescheitert</translation>
    </message>
    <message>
        <source>Cannot be written: %1</source>
        <translation>Lässt sich nicht schreiben: %1</translation>
    </message>
    <message>
        <source>This format cannot hold %1</source>
        <translation>Dieses Format kann dies nicht fassen: %1</translation>
    </message>
    <message>
        <source>The folder can&apos;t be made: %1</source>
        <translation>Der Ordner lässt sich nicht anlegen: %1</translation>
    </message>
    <message>
        <source>This is a folder, and a file was to be written there</source>
        <translation>Das ist ein Ordner, und dort sollte eine Datei geschrieben werden</translation>
    </message>
    <message>
        <source>This is a device or a pipe, which is not replaced by a file</source>
        <translation>Das ist ein Gerät oder eine Pipe, die nicht durch eine Datei ersetzt werden</translation>
    </message>
    <message>
        <source>It would be a PDF without a page</source>
        <translation>Es wäre ein PDF ohne Seite</translation>
    </message>
    <message>
        <source>This is no upright grey or RGB JPEG, which is what goes into a PDF as it is</source>
        <translation>Das ist kein aufrechtes JPEG in Grau oder RGB, wie es unverändert in ein PDF kommt</translation>
    </message>
    <message>
        <source>Its page would overwrite the photo %1 (choose another folder)</source>
        <translation>Seine Seite würde das Foto %1 überschreiben (einen anderen Ordner wählen)</translation>
    </message>
    <message>
        <source>Its page would overwrite %1, made from %2 (export them into different folders)</source>
        <translation>Seine Seite würde %1 überschreiben, gemacht aus %2 (in verschiedene Ordner exportieren)</translation>
    </message>
    <message>
        <source>Cannot be read as a Platen project</source>
        <translation>Lässt sich nicht als Platen-Projekt lesen</translation>
    </message>
    <message>
        <source>Cannot be read as %1</source>
        <translation>Lässt sich nicht lesen als: %1</translation>
    </message>
    <message>
        <source>This is no Platen project, or it is cut off (an older copy of it may be whole)</source>
        <translation>Das ist kein Platen-Projekt, oder es bricht ab (eine ältere Kopie ist vielleicht ganz)</translation>
    </message>
    <message>
        <source>This is not JSON, or it is cut off (%1)</source>
        <translation>Das ist kein JSON, oder es bricht ab (%1)</translation>
    </message>
    <message>
        <source>It holds a number that is too large in &quot;%1&quot;</source>
        <translation>Es enthält eine zu große Zahl in „%1“</translation>
    </message>
    <message>
        <source>It was changed by another program since it was opened (save under another name, or replace it)</source>
        <translation>Die Datei wurde nach dem Öffnen von einem anderen Programm geändert (unter anderem Namen speichern oder ersetzen)</translation>
    </message>
    <message>
        <source>It is open in another Platen (close it there first)</source>
        <translation>In einem anderen Platen geöffnet (dort zuerst schließen)</translation>
    </message>
    <message>
        <source>It is being changed by another Platen (close it there first)</source>
        <translation>Wird gerade von einem anderen Platen geändert (dort zuerst schließen)</translation>
    </message>
    <message>
        <source>This is a device or a pipe, not a journal of Platen</source>
        <translation>Das ist ein Gerät oder eine Pipe, kein Journal von Platen</translation>
    </message>
    <message>
        <source>This is no journal of Platen, or its beginning is damaged (move it away)</source>
        <translation>Das ist kein Journal von Platen, oder sein Anfang ist beschädigt (woandershin verschieben)</translation>
    </message>
    <message>
        <source>This is no journal of a Platen project (move it away)</source>
        <translation>Das ist kein Journal eines Platen-Projekts (woandershin verschieben)</translation>
    </message>
    <message>
        <source>It holds a record that is not JSON</source>
        <translation>Es enthält einen Eintrag, der kein JSON ist</translation>
    </message>
    <message>
        <source>The last change before the program ended was not written whole and is left out</source>
        <translation>Die letzte Änderung vor dem Ende des Programms wurde nicht ganz geschrieben und fehlt</translation>
    </message>
    <message>
        <source>The project was changed by another program after changes here that were not saved</source>
        <translation>Das Projekt wurde von einem anderen Programm geändert, nachdem es hier ungespeicherte Änderungen gab</translation>
    </message>
    <message>
        <source>Changes are kept only when it is saved: %1</source>
        <translation>Änderungen bleiben nur erhalten, wenn gespeichert wird: %1</translation>
    </message>
    <message>
        <source>The file is damaged or cut off: %1 (copy the photo again)</source>
        <translation>Die Datei ist beschädigt oder bricht ab: %1 (das Foto noch einmal kopieren)</translation>
    </message>
    <message>
        <source>The file is damaged or cut off (copy the photo again)</source>
        <translation>Die Datei ist beschädigt oder bricht ab (das Foto noch einmal kopieren)</translation>
    </message>
    <message>
        <source>Not all of the sheet&apos;s edges are known: it was measured, not taken to be %1 (Outline by Hand says where they are)</source>
        <translation>Nicht alle Ränder des Blattes sind bekannt: Es wurde gemessen und nicht als %1 angenommen („Umriss von Hand“ sagt, wo sie sind)</translation>
    </message>
    <message>
        <source>placing the page</source>
        <translation>Seite einpassen</translation>
    </message>
    <message>
        <source>bending the sheet</source>
        <translation>Blatt biegen</translation>
    </message>
    <message>
        <source>looking for folds</source>
        <translation>Falten suchen</translation>
    </message>
    <message>
        <source>following the rows</source>
        <translation>den Zeilen folgen</translation>
    </message>
    <message>
        <source>laying the paper flat</source>
        <translation>Papier glätten</translation>
    </message>
    <message>
        <source>It is there already and was not replaced</source>
        <translation>Die Datei ist schon da und wurde nicht ersetzt</translation>
    </message>
    <message>
        <source>Only one page was found on the photo, and it was taken (split it by a spine)</source>
        <translation>Auf dem Foto wurde nur eine Seite gefunden und genommen (ein Falz teilt sie)</translation>
    </message>
    <message>
        <source>The spine runs along the lines of text: the photo was not split there</source>
        <translation>Der Falz verläuft entlang der Textzeilen: das Foto wurde dort nicht geteilt</translation>
    </message>
    <message>
        <source>Nothing on the page tells its shape: the first guess was taken</source>
        <translation>Nichts auf der Seite verrät ihre Form: die erste Schätzung wurde genommen</translation>
    </message>
    <message>
        <source>The first guess was not used: %1</source>
        <translation>Die erste Schätzung wurde nicht verwendet: %1</translation>
    </message>
    <message>
        <source>The module failed on this photo: its map folds over</source>
        <translation>Das Modul ist an diesem Foto gescheitert: seine Karte faltet sich über sich selbst</translation>
    </message>
    <message>
        <source>The file is a CMYK JPEG, which is decoded to RGB alone</source>
        <translation>Die Datei ist ein CMYK-JPEG, das nur nach RGB dekodiert wird</translation>
    </message>
    <message>
        <source>That is no file that a TorchScript module could be in</source>
        <translation>Das ist keine Datei, in der ein TorchScript-Modul sein könnte</translation>
    </message>
    <message>
        <source>There is no such file (the first image of a file is its [1])</source>
        <translation>Diese Datei gibt es nicht (das erste Bild einer Datei ist [1])</translation>
    </message>
    <message>
        <source>There is no such image in the file (it holds %1)</source>
        <translation>Dieses Bild ist nicht in der Datei (sie enthält %1)</translation>
    </message>
    <message>
        <source>The file holds more pages than Platen counts (split it)</source>
        <translation>Die Datei enthält mehr Seiten, als Platen zählt (bitte aufteilen)</translation>
    </message>
    <message>
        <source>The file holds %1 images (name one of them: %2)</source>
        <translation>Die Datei enthält %1 Bilder (eines davon nennen: %2)</translation>
    </message>
    <message>
        <source>The file has more than a gigabyte, too much for a photo of its kind</source>
        <translation>Die Datei hat mehr als ein Gigabyte, zu viel für ein Foto dieser Art</translation>
    </message>
    <message>
        <source>The file is an animated WebP, which Platen does not read (save one of its pictures)</source>
        <translation>Die Datei ist ein animiertes WebP, das Platen nicht liest (bitte eines der Bilder speichern)</translation>
    </message>
    <message>
        <source>libwebp is another one than Platen was built with</source>
        <translation>libwebp ist eine andere, als mit der Platen gebaut wurde</translation>
    </message>
    <message>
        <source>The file is a JPEG 2000 with %1, which Platen does not read (save it as plain RGB)</source>
        <translation>Die Datei ist ein JPEG 2000 mit %1, das Platen nicht liest (bitte als einfaches RGB speichern)</translation>
    </message>
    <message>
        <source>The file is a kind of HEIF that libheif does not read here: %1 (save it as JPEG)</source>
        <translation>Die Datei ist eine Art HEIF, die libheif hier nicht liest: %1 (bitte als JPEG speichern)</translation>
    </message>
    <message>
        <source>The photo needs more memory than libheif allows: %1 (make it smaller first)</source>
        <translation>Das Foto braucht mehr Speicher, als libheif erlaubt: %1 (bitte erst verkleinern)</translation>
    </message>
    <message>
        <source>The file is a HEIF photo, and libheif is not there to read it (install libheif1, or save the photo as JPEG)</source>
        <translation>Die Datei ist ein HEIF-Foto, und libheif ist nicht da, um es zu lesen (libheif1 installieren oder das Foto als JPEG speichern)</translation>
    </message>
    <message>
        <source>The file is a HEIF photo of high dynamic range (PQ or HLG), which Platen does not read (save it as JPEG)</source>
        <translation>Die Datei ist ein HEIF-Foto mit hohem Dynamikumfang (PQ oder HLG), den Platen nicht liest (bitte als JPEG speichern)</translation>
    </message>
    <message>
        <source>The file is a HEIF photo, which this build of Platen can&apos;t read (save it as JPEG)</source>
        <translation>Die Datei ist ein HEIF-Foto, das dieses Platen nicht lesen kann (bitte als JPEG speichern)</translation>
    </message>
    <message>
        <source>The file is encrypted, and needs a password (save it without one)</source>
        <translation>Die Datei ist verschlüsselt und braucht ein Passwort (bitte ohne speichern)</translation>
    </message>
    <message>
        <source>The file is a PDF without pages</source>
        <translation>Die Datei ist ein PDF ohne Seiten</translation>
    </message>
    <message>
        <source>A temporary file can&apos;t be written: %1</source>
        <translation>Eine temporäre Datei kann nicht geschrieben werden: %1</translation>
    </message>
    <message>
        <source>The page has to be rendered, and pdftoppm can&apos;t be run: %1 (install poppler-utils)</source>
        <translation>Die Seite muss gerendert werden, und pdftoppm lässt sich nicht ausführen: %1 (poppler-utils installieren)</translation>
    </message>
    <message>
        <source>The page takes too long to render (save the pages as images)</source>
        <translation>Die Seite zu rendern dauert zu lange (bitte die Seiten als Bilder speichern)</translation>
    </message>
    <message>
        <source>The page can&apos;t be rendered: %1</source>
        <translation>Die Seite kann nicht gerendert werden: %1</translation>
    </message>
    <message>
        <source>This is no image that Platen reads (JPEG, PNG, TIFF, WebP, JPEG 2000, HEIC or a PDF)</source>
        <translation>Das ist kein Bild, das Platen liest (JPEG, PNG, TIFF, WebP, JPEG 2000, HEIC oder ein PDF)</translation>
    </message>
    <message>
        <source>It would be a TIFF without a page</source>
        <translation>Es wäre ein TIFF ohne Seite</translation>
    </message>
    <message>
        <source>The page is all of the photo and %1 times as long as wide, not %2 times as %3: it was measured (Outline by Hand says where its edges are)</source>
        <translation>Die Seite ist das ganze Foto und %1-mal so lang wie breit, nicht %2-mal wie %3: sie wurde gemessen („Umriss von Hand“ sagt, wo ihre Ränder sind)</translation>
    </message>
    <message>
        <source>The page looks %1 times as long as wide, the paper given %2 times: it is stretched by %3 % to that</source>
        <translation>Die Seite sieht %1-mal so lang wie breit aus, das angegebene Papier ist es %2-mal: Sie wird darauf um %3 % gestreckt</translation>
    </message>
</context>
<context>
    <name>HelpPages</name>
    <message>
        <source>In a view</source>
        <translation>In einer Ansicht</translation>
    </message>
    <message>
        <source>Zoom about the cursor</source>
        <translation>Zoomen um den Zeiger</translation>
    </message>
    <message>
        <source>Wheel, pinch, + and −</source>
        <translation>Mausrad, Zwei-Finger-Geste, + und −</translation>
    </message>
    <message>
        <source>Move the picture</source>
        <translation>Das Bild verschieben</translation>
    </message>
    <message>
        <source>Arrows; middle button; Space and drag</source>
        <translation>Pfeiltasten; mittlere Taste; Leertaste und ziehen</translation>
    </message>
    <message>
        <source>All of the picture</source>
        <translation>Das ganze Bild</translation>
    </message>
    <message>
        <source>100 %</source>
        <translation>100 %</translation>
    </message>
    <message>
        <source>Next handle of the grid, or the one before it</source>
        <translation>Nächster Griff des Gitters, oder der davor</translation>
    </message>
    <message>
        <source>Return, Shift+Return</source>
        <translation>Eingabe, Umschalt+Eingabe</translation>
    </message>
    <message>
        <source>Tab, Shift+Tab</source>
        <translation>Tab, Umschalt+Tab</translation>
    </message>
    <message>
        <source>Move the chosen handle by 1 or 10 pixels</source>
        <translation>Den gewählten Griff um 1 oder 10 Pixel verschieben</translation>
    </message>
    <message>
        <source>Arrows, Shift+Arrows</source>
        <translation>Pfeiltasten, Umschalt+Pfeiltasten</translation>
    </message>
    <message>
        <source>End a line that is drawn point by point</source>
        <translation>Eine Punkt für Punkt gezogene Linie beenden</translation>
    </message>
    <message>
        <source>Return, or double click</source>
        <translation>Eingabe oder Doppelklick</translation>
    </message>
    <message>
        <source>Give up a drag or a line; let go of the chosen handle</source>
        <translation>Ziehen oder Linie abbrechen; den gewählten Griff loslassen</translation>
    </message>
    <message>
        <source>Leave the view for the next part of the window</source>
        <translation>Die Ansicht zum nächsten Teil des Fensters verlassen</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Flattens photographed and scanned document pages.</source>
        <translation>Macht fotografierte und gescannte Dokumentseiten flach.</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>About Platen</source>
        <translation>Über Platen</translation>
    </message>
    <message>
        <source>Set a point of the page</source>
        <translation>Einen Punkt der Seite setzen</translation>
    </message>
    <message>
        <source>Double click with the point tool</source>
        <translation>Doppelklick mit dem Werkzeug Punkt</translation>
    </message>
    <message>
        <source>In the list of photos</source>
        <translation>In der Fotoliste</translation>
    </message>
    <message>
        <source>Show another photo</source>
        <translation>Ein anderes Foto zeigen</translation>
    </message>
    <message>
        <source>Click, arrows</source>
        <translation>Klick, Pfeile</translation>
    </message>
    <message>
        <source>Select photos besides the one in view</source>
        <translation>Fotos neben dem angezeigten auswählen</translation>
    </message>
    <message>
        <source>Ctrl and click, Shift and click or arrows, Ctrl+A</source>
        <translation>Strg und Klick, Umschalt und Klick oder Pfeile, Strg+A</translation>
    </message>
    <message>
        <source>Close the selected photos</source>
        <translation>Die ausgewählten Fotos schließen</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Entf</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Free the chosen point, or remove the chosen line</source>
        <translation>Den gewählten Punkt freigeben oder die gewählte Linie entfernen</translation>
    </message>
    <message>
        <source>Del, or double click on a point</source>
        <translation>Entf oder Doppelklick auf einen Punkt</translation>
    </message>
    <message>
        <source>What can be done with the chosen point or line, or with the page</source>
        <translation>Was mit dem gewählten Punkt, der gewählten Linie oder der Seite getan werden kann</translation>
    </message>
    <message>
        <source>Menu key, or right click</source>
        <translation>Menütaste oder Rechtsklick</translation>
    </message>
    <message>
        <source>Points of the grid are pale, those set by hand yellow</source>
        <translation>Punkte des Gitters sind blass, von Hand gesetzte gelb</translation>
    </message>
    <message>
        <source>Pale, yellow</source>
        <translation>Blass, gelb</translation>
    </message>
    <message>
        <source>Lines set by hand have a yellow diamond in their middle</source>
        <translation>Von Hand gesetzte Linien haben in der Mitte eine gelbe Raute</translation>
    </message>
    <message>
        <source>Yellow diamond</source>
        <translation>Gelbe Raute</translation>
    </message>
    <message>
        <source>The chosen point or line has a red ring</source>
        <translation>Der gewählte Punkt oder die gewählte Linie hat einen roten Ring</translation>
    </message>
    <message>
        <source>Red ring</source>
        <translation>Roter Ring</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>As the &amp;Desktop</source>
        <translation>Wie der &amp;Desktop</translation>
    </message>
    <message>
        <source>The language changes when Platen starts again</source>
        <translation>Die Sprache wechselt, wenn Platen neu startet</translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source>page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>rotate</source>
        <translation>Drehung</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>without</source>
        <translation>ohne</translation>
    </message>
    <message>
        <source>dpi</source>
        <translation>Auflösung</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>Maßstab</translation>
    </message>
    <message>
        <source>margin</source>
        <translation>Rand</translation>
    </message>
    <message>
        <source>crop</source>
        <translation>Zuschnitt</translation>
    </message>
    <message>
        <source>color</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>clean</source>
        <translation>Reinigung</translation>
    </message>
    <message>
        <source>sharpen</source>
        <translation>Schärfung</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>fill</source>
        <translation>Auffüllung</translation>
    </message>
    <message>
        <source>quality</source>
        <translation>Qualität</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>which page of a spread: auto, all, left, right, its number, or whole (not cut)</source>
        <translation>welche Seite einer Doppelseite: automatisch, alle, links, rechts, ihre Nummer oder ganz (nicht geteilt)</translation>
    </message>
    <message>
        <source>the most the paper may do: lie flat, bend (sheet), fold (free)</source>
        <translation>was das Papier höchstens darf: flach liegen (eben), sich biegen (Blatt), Falten haben (frei)</translation>
    </message>
    <message>
        <source>reading direction, clockwise after EXIF</source>
        <translation>Leserichtung, im Uhrzeigersinn nach EXIF</translation>
    </message>
    <message>
        <source>steps of the fit to folded paper (0: as planned)</source>
        <translation>Schritte der Anpassung an gefaltetes Papier (0: wie geplant)</translation>
    </message>
    <message>
        <source>as planned</source>
        <translation>wie geplant</translation>
    </message>
    <message>
        <source>what computes the fit</source>
        <translation>was die Anpassung berechnet</translation>
    </message>
    <message>
        <source>threads (0: one per core)</source>
        <translation>Threads (0: einer je Kern)</translation>
    </message>
    <message>
        <source>one per core</source>
        <translation>einer je Kern</translation>
    </message>
    <message>
        <source>evidence that the fit must not look at, such as rules,margins</source>
        <translation>Hinweise, die die Anpassung nicht nutzen darf, etwa rules,margins</translation>
    </message>
    <message>
        <source>output resolution (0: the source&apos;s own sampling density)</source>
        <translation>Auflösung der Ausgabe (0: die Abtastdichte der Quelle)</translation>
    </message>
    <message>
        <source>output size relative to the source&apos;s own sampling density</source>
        <translation>Größe der Ausgabe im Verhältnis zur Abtastdichte der Quelle</translation>
    </message>
    <message>
        <source>added around the page</source>
        <translation>kommt rund um die Seite hinzu</translation>
    </message>
    <message>
        <source>keep the sheet, its print alone (content), or all the photo (none)</source>
        <translation>das Blatt behalten (Seite), nur den Druck (Inhalt) oder das ganze Foto (keine)</translation>
    </message>
    <message>
        <source>keep the colours, or make gray or bitonal pages</source>
        <translation>die Farben behalten oder graue oder schwarzweiße Seiten machen</translation>
    </message>
    <message>
        <source>even the light and whiten the paper, or leave pixels untouched</source>
        <translation>das Licht ausgleichen und das Papier weißen oder die Pixel nicht anrühren</translation>
    </message>
    <message>
        <source>steepen edges, for OCR of soft photos: 1 is usual (0: none)</source>
        <translation>Kanten steiler machen, für die Texterkennung auf unscharfen Fotos: 1 ist üblich (0: keine)</translation>
    </message>
    <message>
        <source>resampling where the map magnifies</source>
        <translation>Neuabtastung, wo die Abbildung vergrößert</translation>
    </message>
    <message>
        <source>what a page shows where the photo ends: its paper&apos;s colour, or white</source>
        <translation>was eine Seite zeigt, wo das Foto endet: die Farbe ihres Papiers oder Weiß</translation>
    </message>
    <message>
        <source>JPEG quality</source>
        <translation>JPEG-Qualität</translation>
    </message>
    <message>
        <source>file format (auto: by the name, else the source&apos;s own)</source>
        <translation>Dateiformat (automatisch: nach dem Namen, sonst das der Quelle)</translation>
    </message>
    <message>
        <source>work within this much memory, refuse photos that need more (0: never)</source>
        <translation>mit so viel Speicher auskommen, Fotos ablehnen, die mehr brauchen (0: nie)</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>degrees</source>
        <translation>Grad</translation>
    </message>
    <message>
        <source>px/inch</source>
        <translation>Pixel/Zoll</translation>
    </message>
    <message>
        <source>mm</source>
        <translation>mm</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Byte</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>left</source>
        <translation>links</translation>
    </message>
    <message>
        <source>right</source>
        <translation>rechts</translation>
    </message>
    <message>
        <source>whole</source>
        <translation>ganz</translation>
    </message>
    <message>
        <source>plane</source>
        <translation>eben</translation>
    </message>
    <message>
        <source>sheet</source>
        <translation>Blatt</translation>
    </message>
    <message>
        <source>free</source>
        <translation>frei</translation>
    </message>
    <message>
        <source>cpu</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>cuda</source>
        <translation>CUDA</translation>
    </message>
    <message>
        <source>content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>keep</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>gray</source>
        <translation>grau</translation>
    </message>
    <message>
        <source>bitonal</source>
        <translation>schwarzweiß</translation>
    </message>
    <message>
        <source>illumination</source>
        <translation>Beleuchtung</translation>
    </message>
    <message>
        <source>bilinear</source>
        <translation>bilinear</translation>
    </message>
    <message>
        <source>bicubic</source>
        <translation>bikubisch</translation>
    </message>
    <message>
        <source>lanczos</source>
        <translation>Lanczos</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>Papier</translation>
    </message>
    <message>
        <source>white</source>
        <translation>weiß</translation>
    </message>
    <message>
        <source>jpeg</source>
        <translation>JPEG</translation>
    </message>
    <message>
        <source>png</source>
        <translation>PNG</translation>
    </message>
    <message>
        <source>tiff</source>
        <translation>TIFF</translation>
    </message>
    <message>
        <source>pdf</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>the sheet that the page is: as it looks (auto), as measured, or one that is known</source>
        <translation>das Blatt, das die Seite ist: wie sie aussieht (automatisch), wie gemessen oder ein bekanntes</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>reading-order</source>
        <translation>Leserichtung des Buches</translation>
    </message>
    <message>
        <source>which page of an open book comes first: the left or the right one</source>
        <translation>welche Seite eines aufgeschlagenen Buches die erste ist: die linke oder die rechte</translation>
    </message>
    <message>
        <source>left-to-right</source>
        <translation>von links nach rechts</translation>
    </message>
    <message>
        <source>right-to-left</source>
        <translation>von rechts nach links</translation>
    </message>
</context>
<context>
    <name>Theme</name>
    <message>
        <source>As the &amp;Desktop</source>
        <translation>Wie der &amp;Desktop</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Watch document photos become flat pages, and steer them.</source>
        <translation>Zusehen, wie aus Dokumentfotos flache Seiten werden, und sie lenken.</translation>
    </message>
    <message>
        <source>Photos, folders or a project to open</source>
        <translation>Fotos, Ordner oder ein Projekt zum Öffnen</translation>
    </message>
</context>
<context>
    <name>platen::ui::Actions</name>
    <message>
        <source>&amp;Open Photos…</source>
        <translation>Fotos ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Open photos</source>
        <translation>Fotos öffnen</translation>
    </message>
    <message>
        <source>Open &amp;Folder…</source>
        <translation>&amp;Ordner öffnen …</translation>
    </message>
    <message>
        <source>Open all photos of a folder</source>
        <translation>Alle Fotos eines Ordners öffnen</translation>
    </message>
    <message>
        <source>Open &amp;Project…</source>
        <translation>&amp;Projekt öffnen …</translation>
    </message>
    <message>
        <source>Open photos and all edits of an earlier session</source>
        <translation>Fotos und alle Änderungen einer früheren Sitzung öffnen</translation>
    </message>
    <message>
        <source>&amp;Save Project</source>
        <translation>Projekt &amp;speichern</translation>
    </message>
    <message>
        <source>Keep photos and edits for later</source>
        <translation>Fotos und Änderungen für später aufbewahren</translation>
    </message>
    <message>
        <source>Save Project &amp;As…</source>
        <translation>Projekt speichern &amp;unter …</translation>
    </message>
    <message>
        <source>Keep photos and edits under another name</source>
        <translation>Fotos und Änderungen unter anderem Namen aufbewahren</translation>
    </message>
    <message>
        <source>&amp;Export Photo…</source>
        <translation>Foto &amp;exportieren …</translation>
    </message>
    <message>
        <source>Write the flat pages of the photo in view</source>
        <translation>Die flachen Seiten des gezeigten Fotos schreiben</translation>
    </message>
    <message>
        <source>Export Se&amp;lected…</source>
        <translation>Aus&amp;gewählte exportieren …</translation>
    </message>
    <message>
        <source>Write the flat pages of the photos selected in the list</source>
        <translation>Die flachen Seiten der in der Liste ausgewählten Fotos schreiben</translation>
    </message>
    <message>
        <source>Export A&amp;ll…</source>
        <translation>&amp;Alle exportieren …</translation>
    </message>
    <message>
        <source>Write the flat pages of all photos</source>
        <translation>Die flachen Seiten aller Fotos schreiben</translation>
    </message>
    <message>
        <source>&amp;Close Photo</source>
        <translation>Foto s&amp;chließen</translation>
    </message>
    <message>
        <source>Take the photo off the list; its file stays</source>
        <translation>Das Foto aus der Liste nehmen; die Datei bleibt</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Leave the program</source>
        <translation>Das Programm verlassen</translation>
    </message>
    <message>
        <source>&amp;Reset Photo</source>
        <translation>Foto &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>Forget all edits of the photo and fit it anew</source>
        <translation>Alle Änderungen am Foto verwerfen und es neu anpassen</translation>
    </message>
    <message>
        <source>&amp;Free All Points</source>
        <translation>Alle Punkte &amp;lösen</translation>
    </message>
    <message>
        <source>Forget the points and lines set on this page</source>
        <translation>Die auf dieser Seite gesetzten Punkte und Linien verwerfen</translation>
    </message>
    <message>
        <source>&amp;Copy Shape to Following</source>
        <translation>Form auf folgende ü&amp;bertragen</translation>
    </message>
    <message>
        <source>The photos after this one, or those selected, begin from this photo&apos;s shape</source>
        <translation>Die Fotos nach diesem, oder die ausgewählten, beginnen mit der Form dieses Fotos</translation>
    </message>
    <message>
        <source>&amp;Next Photo</source>
        <translation>&amp;Nächstes Foto</translation>
    </message>
    <message>
        <source>Show the next photo of the list</source>
        <translation>Das nächste Foto der Liste zeigen</translation>
    </message>
    <message>
        <source>&amp;Previous Photo</source>
        <translation>&amp;Voriges Foto</translation>
    </message>
    <message>
        <source>Show the photo before this one</source>
        <translation>Das Foto vor diesem zeigen</translation>
    </message>
    <message>
        <source>Next to &amp;Look At</source>
        <translation>Nächstes zum &amp;Ansehen</translation>
    </message>
    <message>
        <source>Show the next photo that needs a look</source>
        <translation>Das nächste Foto zeigen, das man ansehen sollte</translation>
    </message>
    <message>
        <source>Next Pa&amp;ge</source>
        <translation>Nächste &amp;Seite</translation>
    </message>
    <message>
        <source>Show the next page of this photo</source>
        <translation>Die nächste Seite dieses Fotos zeigen</translation>
    </message>
    <message>
        <source>Previous P&amp;age</source>
        <translation>Vorige S&amp;eite</translation>
    </message>
    <message>
        <source>Show the page before this one</source>
        <translation>Die Seite vor dieser zeigen</translation>
    </message>
    <message>
        <source>Turn Le&amp;ft</source>
        <translation>Nach l&amp;inks drehen</translation>
    </message>
    <message>
        <source>Turn the pages by a quarter, counterclockwise</source>
        <translation>Die Seiten um ein Viertel gegen den Uhrzeigersinn drehen</translation>
    </message>
    <message>
        <source>Turn &amp;Right</source>
        <translation>Nach &amp;rechts drehen</translation>
    </message>
    <message>
        <source>Turn the pages by a quarter, clockwise</source>
        <translation>Die Seiten um ein Viertel im Uhrzeigersinn drehen</translation>
    </message>
    <message>
        <source>&amp;Stop Fit</source>
        <translation>Anpassung an&amp;halten</translation>
    </message>
    <message>
        <source>Stop the fit and keep what is there</source>
        <translation>Die Anpassung anhalten und behalten, was da ist</translation>
    </message>
    <message>
        <source>Go &amp;On</source>
        <translation>&amp;Weitermachen</translation>
    </message>
    <message>
        <source>Go on with the fit from where it stands</source>
        <translation>Die Anpassung von hier aus weiterführen</translation>
    </message>
    <message>
        <source>&amp;Hand</source>
        <translation>&amp;Hand</translation>
    </message>
    <message>
        <source>Move the picture; click a page to choose it</source>
        <translation>Das Bild verschieben; eine Seite anklicken, um sie zu wählen</translation>
    </message>
    <message>
        <source>&amp;Point</source>
        <translation>&amp;Punkt</translation>
    </message>
    <message>
        <source>Drag corners, sides, points of the grid; double click sets a point</source>
        <translation>Ecken, Seiten und Gitterpunkte ziehen; ein Doppelklick setzt einen Punkt</translation>
    </message>
    <message>
        <source>&amp;Level Line</source>
        <translation>&amp;Waagerechte Linie</translation>
    </message>
    <message>
        <source>Draw along a line that should be level</source>
        <translation>Eine Linie nachziehen, die waagerecht sein soll</translation>
    </message>
    <message>
        <source>&amp;Upright Line</source>
        <translation>&amp;Senkrechte Linie</translation>
    </message>
    <message>
        <source>Draw along a line that should be upright</source>
        <translation>Eine Linie nachziehen, die senkrecht sein soll</translation>
    </message>
    <message>
        <source>&amp;Spine</source>
        <translation>&amp;Buchfalz</translation>
    </message>
    <message>
        <source>Move the spine of an open book</source>
        <translation>Den Falz eines offenen Buches verschieben</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Zoom to &amp;Fit</source>
        <translation>&amp;Einpassen</translation>
    </message>
    <message>
        <source>All of the picture</source>
        <translation>Das ganze Bild</translation>
    </message>
    <message>
        <source>&amp;100 %</source>
        <translation>&amp;100 %</translation>
    </message>
    <message>
        <source>One pixel of the picture on one of the screen</source>
        <translation>Ein Bildpunkt auf einen des Bildschirms</translation>
    </message>
    <message>
        <source>&amp;Before and After</source>
        <translation>&amp;Vorher und nachher</translation>
    </message>
    <message>
        <source>A divider with the photo on its left and the flat page on its right</source>
        <translation>Ein Trenner, links davon das Foto, rechts die flache Seite</translation>
    </message>
    <message>
        <source>F&amp;ull Screen</source>
        <translation>V&amp;ollbild</translation>
    </message>
    <message>
        <source>Use the whole screen</source>
        <translation>Den ganzen Bildschirm nutzen</translation>
    </message>
    <message>
        <source>&amp;Grid</source>
        <translation>G&amp;itter</translation>
    </message>
    <message>
        <source>Show the grid over the photo</source>
        <translation>Das Gitter über dem Foto zeigen</translation>
    </message>
    <message>
        <source>&amp;Text Lines</source>
        <translation>&amp;Textzeilen</translation>
    </message>
    <message>
        <source>Show the lines of text that were found</source>
        <translation>Die gefundenen Textzeilen zeigen</translation>
    </message>
    <message>
        <source>&amp;Sides and Spine</source>
        <translation>&amp;Seitenränder und Falz</translation>
    </message>
    <message>
        <source>Show the sides of the sheet and the spine</source>
        <translation>Die Ränder des Blattes und den Falz zeigen</translation>
    </message>
    <message>
        <source>&amp;Printed Lines</source>
        <translation>Gedruckte &amp;Linien</translation>
    </message>
    <message>
        <source>Show the printed lines that were found</source>
        <translation>Die gefundenen gedruckten Linien zeigen</translation>
    </message>
    <message>
        <source>P&amp;oints and Lines Set</source>
        <translation>Gesetzte &amp;Punkte und Linien</translation>
    </message>
    <message>
        <source>Show what was set by hand</source>
        <translation>Zeigen, was von Hand gesetzt wurde</translation>
    </message>
    <message>
        <source>Fit &amp;Waiting Photos</source>
        <translation>&amp;Wartende Fotos anpassen</translation>
    </message>
    <message>
        <source>Fit the photos of the list one after the other</source>
        <translation>Die Fotos der Liste nacheinander anpassen</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>All keys on one page</source>
        <translation>Alle Tasten auf einer Seite</translation>
    </message>
    <message>
        <source>&amp;About Platen</source>
        <translation>&amp;Über Platen</translation>
    </message>
    <message>
        <source>Version and libraries</source>
        <translation>Version und Bibliotheken</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Page</source>
        <translation>&amp;Seite</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>&amp;Werkzeuge</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Outline by Hand</source>
        <translation>&amp;Umriss von Hand</translation>
    </message>
    <message>
        <source>Set the page&apos;s four corners and drag them to where they belong</source>
        <translation>Die vier Ecken der Seite setzen und dorthin ziehen, wo sie hingehören</translation>
    </message>
    <message>
        <source>Apply Options to &amp;Selected…</source>
        <translation>Optionen auf Au&amp;sgewählte anwenden …</translation>
    </message>
    <message>
        <source>Give the photos selected in the list options of the photo in view</source>
        <translation>Den in der Liste ausgewählten Fotos Optionen des gezeigten Fotos geben</translation>
    </message>
    <message>
        <source>Apply Options to &amp;All…</source>
        <translation>Optionen auf &amp;alle anwenden …</translation>
    </message>
    <message>
        <source>Give all photos options of the photo in view</source>
        <translation>Allen Fotos Optionen des gezeigten Fotos geben</translation>
    </message>
    <message>
        <source>Use Options for &amp;New Photos</source>
        <translation>Optionen für &amp;neue Fotos verwenden</translation>
    </message>
    <message>
        <source>Photos opened from now on have these options</source>
        <translation>Fotos, die von nun an geöffnet werden, haben diese Optionen</translation>
    </message>
    <message>
        <source>Forge&amp;t Options for New Photos</source>
        <translation>Optionen für neue Fotos &amp;vergessen</translation>
    </message>
    <message>
        <source>Photos opened from now on have the program&apos;s own options</source>
        <translation>Fotos, die von nun an geöffnet werden, haben die Optionen des Programms</translation>
    </message>
    <message>
        <source>Close Se&amp;lected Photos</source>
        <translation>&amp;Ausgewählte Fotos schließen</translation>
    </message>
    <message>
        <source>Take the photos selected in the list off it; files stay</source>
        <translation>Die in der Liste ausgewählten Fotos daraus entfernen; die Dateien bleiben</translation>
    </message>
    <message>
        <source>Find P&amp;hoto</source>
        <translation>F&amp;oto suchen</translation>
    </message>
    <message>
        <source>Show only photos of some name in the list</source>
        <translation>In der Liste nur Fotos mit einem bestimmten Namen zeigen</translation>
    </message>
    <message>
        <source>Split into T&amp;wo Pages</source>
        <translation>In &amp;zwei Seiten teilen</translation>
    </message>
    <message>
        <source>Put a spine along the middle of the page, to be moved to where two pages meet</source>
        <translation>Einen Falz durch die Mitte der Seite legen, der dorthin verschoben wird, wo zwei Seiten aneinanderstoßen</translation>
    </message>
    <message>
        <source>Ta&amp;ke as One Page</source>
        <translation>Als &amp;eine Seite nehmen</translation>
    </message>
    <message>
        <source>The photo shows no open book: all of it is one page</source>
        <translation>Das Foto zeigt kein aufgeschlagenes Buch: alles ist eine Seite</translation>
    </message>
    <message>
        <source>Draw a line where two pages meet, and the photo is split there</source>
        <translation>Eine Linie ziehen, wo zwei Seiten aneinanderstoßen: dort wird das Foto geteilt</translation>
    </message>
    <message>
        <source>No photo is open that could be split</source>
        <translation>Es ist kein Foto geöffnet, das sich teilen ließe</translation>
    </message>
    <message>
        <source>Only a photo that has been looked at can be split</source>
        <translation>Nur ein Foto, das schon angesehen wurde, lässt sich teilen</translation>
    </message>
    <message>
        <source>The photo shows two pages already: move their spine, or take it as one page first</source>
        <translation>Das Foto zeigt schon zwei Seiten: verschieben Sie ihren Falz, oder nehmen Sie es zuerst als eine Seite</translation>
    </message>
</context>
<context>
    <name>platen::ui::ApplyOptionsDialog</name>
    <message>
        <source>Apply Options</source>
        <translation>Optionen anwenden</translation>
    </message>
    <message>
        <source>Options of %1 that the other photo is to have:</source>
        <translation>Optionen von %1, die das andere Foto haben soll:</translation>
    </message>
    <message numerus="yes">
        <source>Options of %1 that %n other photos are to have:</source>
        <translation>
            <numerusform>Optionen von %1, die %n anderes Foto haben soll:</numerusform>
            <numerusform>Optionen von %1, die %n andere Fotos haben sollen:</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>&amp;Anwenden</translation>
    </message>
    <message>
        <source>No photo has to be fitted again.</source>
        <translation>Kein Foto muss neu angepasst werden.</translation>
    </message>
    <message>
        <source>1 photo is fitted again.</source>
        <translation>1 Foto wird neu angepasst.</translation>
    </message>
    <message numerus="yes">
        <source>%n photos are fitted again.</source>
        <translation>
            <numerusform>%n Foto wird neu angepasst.</numerusform>
            <numerusform>%n Fotos werden neu angepasst.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 (another in 1 photo)</source>
        <translation>%1 (in 1 Foto anders)</translation>
    </message>
    <message numerus="yes">
        <source>%1 (another in %n photos)</source>
        <translation>
            <numerusform>%1 (in %n Foto anders)</numerusform>
            <numerusform>%1 (in %n Fotos anders)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>platen::ui::EnergyCurve</name>
    <message>
        <source>Course of the fit&apos;s energy</source>
        <translation>Verlauf der Energie der Anpassung</translation>
    </message>
    <message>
        <source>How the fit&apos;s energy falls, step by step; each piece is a round of its own</source>
        <translation>Wie die Energie der Anpassung Schritt für Schritt fällt; jedes Stück ist eine eigene Runde</translation>
    </message>
</context>
<context>
    <name>platen::ui::ExportDialog</name>
    <message>
        <source>Export 1 Photo</source>
        <translation>1 Foto exportieren</translation>
    </message>
    <message numerus="yes">
        <source>Export %n Photos</source>
        <translation>
            <numerusform>%n Foto exportieren</numerusform>
            <numerusform>%n Fotos exportieren</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>E&amp;xportieren</translation>
    </message>
    <message>
        <source>%1 is there already.</source>
        <translation>%1 gibt es schon.</translation>
    </message>
    <message numerus="yes">
        <source>%n files are there already, %1 among them.</source>
        <translation>
            <numerusform>%n Datei gibt es schon: %1.</numerusform>
            <numerusform>%n Dateien gibt es schon, darunter %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Replace it?</source>
        <translation>Ersetzen?</translation>
    </message>
    <message>
        <source>Replace them?</source>
        <translation>Ersetzen?</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>&amp;Ersetzen</translation>
    </message>
    <message>
        <source>Only the &amp;Others</source>
        <translation>Nur die &amp;übrigen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>1 page written</source>
        <translation>1 Seite geschrieben</translation>
    </message>
    <message numerus="yes">
        <source>%n pages written</source>
        <translation>
            <numerusform>%n Seite geschrieben</numerusform>
            <numerusform>%n Seiten geschrieben</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, page %2</source>
        <translation>%1, Seite %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird angehalten …</translation>
    </message>
    <message>
        <source>Pages that failed, and remarks on others</source>
        <translation>Seiten, die misslungen sind, und Bemerkungen zu anderen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Try Again</source>
        <translation>Noch einmal &amp;versuchen</translation>
    </message>
    <message>
        <source>1 photo is left.</source>
        <translation>1 Foto bleibt übrig.</translation>
    </message>
    <message numerus="yes">
        <source>%n photos are left.</source>
        <translation>
            <numerusform>%n Foto bleibt übrig.</numerusform>
            <numerusform>%n Fotos bleiben übrig.</numerusform>
        </translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>flat</source>
        <comment>folder for pages</comment>
        <translation>flach</translation>
    </message>
    <message>
        <source>&amp;Open Folder</source>
        <translation>O&amp;rdner öffnen</translation>
    </message>
    <message>
        <source>No program shows folders here: %1</source>
        <translation>Kein Programm zeigt hier Ordner an: %1</translation>
    </message>
    <message>
        <source>Looking at what is there…</source>
        <translation>Sieht nach, was dort liegt …</translation>
    </message>
    <message>
        <source>1 page written to %1</source>
        <translation>1 Seite geschrieben nach %1</translation>
    </message>
    <message numerus="yes">
        <source>%n pages written to %1</source>
        <translation>
            <numerusform>%n Seite geschrieben nach %1</numerusform>
            <numerusform>%n Seiten geschrieben nach %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1. The document is being put together…</source>
        <translation>%1. Das Dokument wird zusammengesetzt …</translation>
    </message>
    <message>
        <source>%1. %2 is being fitted…</source>
        <translation>%1. %2 wird angepasst …</translation>
    </message>
    <message>
        <source>%1. %2 is being written…</source>
        <translation>%1. %2 wird geschrieben …</translation>
    </message>
    <message>
        <source>Say where the pages are to go: a folder or a file</source>
        <translation>Angeben, wohin die Seiten sollen: ein Ordner oder eine Datei</translation>
    </message>
</context>
<context>
    <name>platen::ui::ExportForm</name>
    <message>
        <source>Fol&amp;der…</source>
        <translation>&amp;Ordner …</translation>
    </message>
    <message>
        <source>F&amp;ile…</source>
        <translation>&amp;Datei …</translation>
    </message>
    <message>
        <source>Keep each photo&apos;s &amp;warp beside its pages (NAME.warp.json)</source>
        <translation>Die &amp;Entzerrung jedes Fotos neben seinen Seiten ablegen (NAME.warp.json)</translation>
    </message>
    <message>
        <source>A folder, or a file: .jpg, .png, .tif or .pdf</source>
        <translation>Ein Ordner oder eine Datei: .jpg, .png, .tif oder .pdf</translation>
    </message>
    <message>
        <source>Folder or file</source>
        <translation>Ordner oder Datei</translation>
    </message>
    <message>
        <source>&amp;To:</source>
        <translation>&amp;Nach:</translation>
    </message>
    <message>
        <source>&amp;Format:</source>
        <translation>&amp;Format:</translation>
    </message>
    <message>
        <source>Export to Folder</source>
        <translation>In Ordner exportieren</translation>
    </message>
    <message>
        <source>Export to File</source>
        <translation>In Datei exportieren</translation>
    </message>
    <message>
        <source>Like the photo</source>
        <translation>Wie das Foto</translation>
    </message>
    <message>
        <source>A folder, or a .pdf or .tif file that takes all pages</source>
        <translation>Ein Ordner oder eine .pdf- oder .tif-Datei, die alle Seiten aufnimmt</translation>
    </message>
</context>
<context>
    <name>platen::ui::ExportNotice</name>
    <message>
        <source>Open Folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>No program shows folders here: %1</source>
        <translation>Kein Programm zeigt hier Ordner an: %1</translation>
    </message>
</context>
<context>
    <name>platen::ui::FitPanel</name>
    <message>
        <source>flat page</source>
        <translation>flache Seite</translation>
    </message>
    <message>
        <source>bent sheet</source>
        <translation>gebogenes Blatt</translation>
    </message>
    <message>
        <source>folded sheet</source>
        <translation>gefaltetes Blatt</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>An&amp;halten</translation>
    </message>
    <message>
        <source>&amp;Go On</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>Steps of this stage</source>
        <translation>Schritte dieser Stufe</translation>
    </message>
    <message>
        <source>Confidence %p %</source>
        <translation>Zuverlässigkeit %p %</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Zuverlässigkeit</translation>
    </message>
    <message>
        <source>Stop the fit and keep what is there</source>
        <translation>Die Anpassung anhalten und behalten, was da ist</translation>
    </message>
    <message>
        <source>Go on with the fit from where it stands</source>
        <translation>Die Anpassung von hier aus weiterführen</translation>
    </message>
    <message>
        <source>Fitting page %1: %2, step %3 of %4</source>
        <translation>Seite %1 wird angepasst: %2, Schritt %3 von %4</translation>
    </message>
    <message>
        <source>Fitting…</source>
        <translation>Wird angepasst …</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>Wird geöffnet …</translation>
    </message>
    <message>
        <source>Stopped: what is there is kept</source>
        <translation>Angehalten: Was da ist, bleibt</translation>
    </message>
    <message>
        <source>Shape: %1</source>
        <translation>Form: %1</translation>
    </message>
    <message>
        <source>Paper: %1</source>
        <translation>Papier: %1</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 Pixel</translation>
    </message>
    <message>
        <source>&amp;Outline by Hand</source>
        <translation>&amp;Umriss von Hand</translation>
    </message>
    <message>
        <source>Set the page&apos;s four corners and drag them to where they belong</source>
        <translation>Die vier Ecken der Seite setzen und dorthin ziehen, wo sie hingehören</translation>
    </message>
    <message>
        <source>Paper: %1, assumed</source>
        <translation>Papier: %1, angenommen</translation>
    </message>
</context>
<context>
    <name>platen::ui::FlatView</name>
    <message>
        <source>Flat page</source>
        <translation>Flache Seite</translation>
    </message>
    <message>
        <source>The page as it is exported. Plus and minus zoom, 0 fits, 1 shows actual size, arrows move; Shift with the left and right arrows moves the divider between before and after.</source>
        <translation>Die Seite, wie sie exportiert wird. Plus und Minus zoomen, 0 passt ein, 1 zeigt die wahre Größe, Pfeiltasten verschieben; Umschalt mit Pfeil links und rechts bewegt den Trenner zwischen vorher und nachher.</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
</context>
<context>
    <name>platen::ui::LastSessions</name>
    <message>
        <source>today %1</source>
        <translation>heute %1</translation>
    </message>
    <message>
        <source>yesterday %1</source>
        <translation>gestern %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n photos, %2 and others</source>
        <translation>
            <numerusform>%1: %n Foto, %2 und andere</numerusform>
            <numerusform>%1: %n Fotos, %2 und andere</numerusform>
        </translation>
    </message>
    <message>
        <source>The last session was not saved (1 photo, %1)</source>
        <translation>Die letzte Sitzung wurde nicht gespeichert (1 Foto, %1)</translation>
    </message>
    <message numerus="yes">
        <source>The last session was not saved (%n photos, %1)</source>
        <translation>
            <numerusform>Die letzte Sitzung wurde nicht gespeichert (%n Foto, %1)</numerusform>
            <numerusform>Die letzte Sitzung wurde nicht gespeichert (%n Fotos, %1)</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Open It</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>&amp;Dismiss</source>
        <translation>&amp;Ausblenden</translation>
    </message>
</context>
<context>
    <name>platen::ui::MainWindow</name>
    <message>
        <source>No new photo was found there</source>
        <translation>Dort wurde kein neues Foto gefunden</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Photos</source>
        <translation>Fotos</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Anpassung</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>Farb&amp;schema</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Looking for photos…</source>
        <translation>Fotos werden gesucht …</translation>
    </message>
    <message>
        <source>No photo was added: all of them are in the list</source>
        <translation>Kein Foto hinzugefügt: Alle stehen schon in der Liste</translation>
    </message>
    <message>
        <source>Platen</source>
        <translation>Platen</translation>
    </message>
    <message>
        <source> — Platen</source>
        <translation> – Platen</translation>
    </message>
    <message>
        <source>Open photos, or drop them here</source>
        <translation>Fotos öffnen oder hierher ziehen</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>Seite %1 von %2</translation>
    </message>
    <message>
        <source>Open Photos</source>
        <translation>Fotos öffnen</translation>
    </message>
    <message>
        <source>Open Folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>Turn Right</source>
        <translation>Nach rechts drehen</translation>
    </message>
    <message>
        <source>Turn Left</source>
        <translation>Nach links drehen</translation>
    </message>
    <message>
        <source>1 photo begins from this shape</source>
        <translation>1 Foto beginnt mit dieser Form</translation>
    </message>
    <message numerus="yes">
        <source>%n photos begin from this shape</source>
        <translation>
            <numerusform>%n Foto beginnt mit dieser Form</numerusform>
            <numerusform>%n Fotos beginnen mit dieser Form</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy Shape</source>
        <translation>Form übertragen</translation>
    </message>
    <message>
        <source>Fit the photo after this one again, beginning from this shape?</source>
        <translation>Das Foto nach diesem neu anpassen, beginnend mit dieser Form?</translation>
    </message>
    <message numerus="yes">
        <source>Fit the %n photos after this one again, beginning from this shape?</source>
        <translation>
            <numerusform>Das %n Foto nach diesem neu anpassen, beginnend mit dieser Form?</numerusform>
            <numerusform>Die %n Fotos nach diesem neu anpassen, beginnend mit dieser Form?</numerusform>
        </translation>
    </message>
    <message>
        <source>Select photos in the list to choose others.</source>
        <translation>Um andere zu nehmen, in der Liste auswählen.</translation>
    </message>
    <message>
        <source>&amp;Copy Shape</source>
        <translation>Form ü&amp;bertragen</translation>
    </message>
    <message>
        <source>No other photo needs a look</source>
        <translation>Kein weiteres Foto ist anzusehen</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>S&amp;prache</translation>
    </message>
    <message>
        <source>1 photo of other proportions, or not opened yet, stays as it is</source>
        <translation>1 Foto, das andere Proportionen hat oder noch nicht geöffnet ist, bleibt, wie es ist</translation>
    </message>
    <message numerus="yes">
        <source>%n photos of other proportions, or not opened yet, stay as they are</source>
        <translation>
            <numerusform>%n Foto, das andere Proportionen hat oder noch nicht geöffnet ist, bleibt, wie es ist</numerusform>
            <numerusform>%n Fotos, die andere Proportionen haben oder noch nicht geöffnet sind, bleiben, wie sie sind</numerusform>
        </translation>
    </message>
    <message>
        <source>Photos that are opened from now on have these options</source>
        <translation>Fotos, die von nun an geöffnet werden, haben diese Optionen</translation>
    </message>
    <message>
        <source>Photos that are opened from now on have the program&apos;s own options</source>
        <translation>Fotos, die von nun an geöffnet werden, haben die Optionen des Programms</translation>
    </message>
    <message>
        <source>Select other photos in the list first</source>
        <translation>Wählen Sie zuerst andere Fotos in der Liste aus</translation>
    </message>
    <message>
        <source>These photos have the same options already</source>
        <translation>Diese Fotos haben bereits dieselben Optionen</translation>
    </message>
    <message>
        <source>Apply Options to 1 Photo</source>
        <translation>Optionen auf 1 Foto anwenden</translation>
    </message>
    <message numerus="yes">
        <source>Apply Options to %n Photos</source>
        <translation>
            <numerusform>Optionen auf %n Foto anwenden</numerusform>
            <numerusform>Optionen auf %n Fotos anwenden</numerusform>
        </translation>
    </message>
    <message>
        <source>1 photo has these options now</source>
        <translation>1 Foto hat nun diese Optionen</translation>
    </message>
    <message numerus="yes">
        <source>%n photos have these options now</source>
        <translation>
            <numerusform>%n Foto hat nun diese Optionen</numerusform>
            <numerusform>%n Fotos haben nun diese Optionen</numerusform>
        </translation>
    </message>
    <message>
        <source>Recover Sess&amp;ion</source>
        <translation>S&amp;itzung wiederherstellen</translation>
    </message>
    <message>
        <source>Close %1? What was set by hand on it is lost.</source>
        <translation>%1 schließen? Was von Hand daran gesetzt wurde, geht verloren.</translation>
    </message>
    <message numerus="yes">
        <source>Close %n photos? What was set by hand on %1 of them is lost.</source>
        <translation>
            <numerusform>%n Foto schließen? Was von Hand an %1 davon gesetzt wurde, geht verloren.</numerusform>
            <numerusform>%n Fotos schließen? Was von Hand an %1 davon gesetzt wurde, geht verloren.</numerusform>
        </translation>
    </message>
    <message>
        <source>Close Photos</source>
        <translation>Fotos schließen</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>Sch&amp;ließen</translation>
    </message>
    <message numerus="yes">
        <source>Close %n photos? Their fits are lost.</source>
        <translation>
            <numerusform>%n Foto schließen? Die Anpassung geht verloren.</numerusform>
            <numerusform>%n Fotos schließen? Ihre Anpassungen gehen verloren.</numerusform>
        </translation>
    </message>
    <message>
        <source>Photos (*.jpg *.jpeg *.jpe *.jfif *.png *.tif *.tiff *.webp *.jp2 *.j2k *.jpf *.heic *.heif *.avif *.pdf *.JPG *.JPEG *.PNG *.TIF *.TIFF *.WEBP *.JP2 *.HEIC *.PDF);;All files (*)</source>
        <translation>Fotos (*.jpg *.jpeg *.jpe *.jfif *.png *.tif *.tiff *.webp *.jp2 *.j2k *.jpf *.heic *.heif *.avif *.pdf *.JPG *.JPEG *.PNG *.TIF *.TIFF *.WEBP *.JP2 *.HEIC *.PDF);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Panel: %1</source>
        <translation>Bereich: %1</translation>
    </message>
    <message>
        <source>Drop photos or folders here, or open them from the File menu (%1)</source>
        <translation>Fotos oder Ordner hierher ziehen oder über das Menü Datei öffnen (%1)</translation>
    </message>
</context>
<context>
    <name>platen::ui::OptionsPanel</name>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>&amp;Use These Options For</source>
        <translation>Diese Optionen &amp;verwenden für</translation>
    </message>
</context>
<context>
    <name>platen::ui::PageExport</name>
    <message>
        <source>%1 is named like no format that can be written: jpg, png, tif or pdf</source>
        <translation>%1 heißt wie kein Format, das geschrieben werden kann: jpg, png, tif oder pdf</translation>
    </message>
    <message>
        <source>%1 is named like another format than the one chosen</source>
        <translation>%1 heißt wie ein anderes Format als das gewählte</translation>
    </message>
    <message>
        <source>Bitonal pages can&apos;t be kept in a JPEG: choose PNG, TIFF or PDF</source>
        <translation>Schwarzweiße Seiten lassen sich nicht als JPEG speichern: wählen Sie PNG, TIFF oder PDF</translation>
    </message>
    <message>
        <source>%1 is a file, not a folder</source>
        <translation>%1 ist eine Datei, kein Ordner</translation>
    </message>
    <message>
        <source>%1 would overwrite a photo: choose another folder or name</source>
        <translation>%1 würde ein Foto überschreiben: wählen Sie einen anderen Ordner oder Namen</translation>
    </message>
    <message>
        <source>%1 and %2 would both become %3: export them into different folders</source>
        <translation>%1 und %2 würden beide zu %3: exportieren Sie sie in verschiedene Ordner</translation>
    </message>
    <message>
        <source>%1 would be written twice: choose another name</source>
        <translation>%1 würde zweimal geschrieben: wählen Sie einen anderen Namen</translation>
    </message>
    <message>
        <source>%1 and %2 would both keep their warp as %3: export them into different folders</source>
        <translation>%1 und %2 würden ihre Entzerrung beide als %3 ablegen: exportieren Sie sie in verschiedene Ordner</translation>
    </message>
    <message>
        <source>%1 is there already and was not replaced</source>
        <translation>%1 gibt es schon und wurde nicht ersetzt</translation>
    </message>
    <message>
        <source>It was not fitted: its fit was stopped</source>
        <translation>Das Foto wurde nicht angepasst: die Anpassung wurde angehalten</translation>
    </message>
    <message>
        <source>Several photos need a folder, a .pdf or a .tif: %1 takes one page</source>
        <translation>Mehrere Fotos brauchen einen Ordner, eine .pdf- oder eine .tif-Datei: %1 nimmt eine Seite auf</translation>
    </message>
    <message>
        <source>%1 is named as a picture, and would hold the fit of one: choose another name</source>
        <translation>%1 heißt wie ein Bild und enthielte die Anpassung eines Bildes: wählen Sie einen anderen Namen</translation>
    </message>
</context>
<context>
    <name>platen::ui::PaperEditor</name>
    <message>
        <source>%1 × %2 mm</source>
        <translation>%1 × %2 mm</translation>
    </message>
    <message>
        <source>As measured</source>
        <translation>Wie gemessen</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>Eigenes</translation>
    </message>
    <message>
        <source>Width of the paper in millimetres</source>
        <translation>Breite des Papiers in Millimetern</translation>
    </message>
    <message>
        <source>Height of the paper in millimetres</source>
        <translation>Höhe des Papiers in Millimetern</translation>
    </message>
</context>
<context>
    <name>platen::ui::PhotoListModel</name>
    <message>
        <source>%1 · %2 %</source>
        <translation>%1 · %2 %</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Fitting…</source>
        <translation>Wird angepasst …</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Needs a look</source>
        <translation>Bitte ansehen</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Gescheitert</translation>
    </message>
    <message>
        <source>confidence %1 %</source>
        <translation>Zuverlässigkeit %1 %</translation>
    </message>
    <message>
        <source>Page %1: %2</source>
        <translation>Seite %1: %2</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Page › Go On (F5) carries on with its fit</source>
        <translation>Seite › Weitermachen (F5) setzt die Anpassung fort</translation>
    </message>
</context>
<context>
    <name>platen::ui::PhotoListPanel</name>
    <message>
        <source>Only those to look at</source>
        <translation>Nur die anzusehenden</translation>
    </message>
    <message>
        <source>Photos</source>
        <translation>Fotos</translation>
    </message>
    <message>
        <source>In order</source>
        <translation>Der Reihe nach</translation>
    </message>
    <message>
        <source>Worst first</source>
        <translation>Schlechteste zuerst</translation>
    </message>
    <message>
        <source>Order of the photos</source>
        <translation>Reihenfolge der Fotos</translation>
    </message>
    <message>
        <source>No photos</source>
        <translation>Keine Fotos</translation>
    </message>
    <message>
        <source>1 photo</source>
        <translation>1 Foto</translation>
    </message>
    <message numerus="yes">
        <source>%n photos</source>
        <translation>
            <numerusform>%n Foto</numerusform>
            <numerusform>%n Fotos</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to be fitted</source>
        <translation>%1 anzupassen</translation>
    </message>
    <message>
        <source>%1 to look at</source>
        <translation>%1 anzusehen</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 gescheitert</translation>
    </message>
    <message>
        <source>Find by name</source>
        <translation>Nach Namen suchen</translation>
    </message>
    <message>
        <source>Find photos by name</source>
        <translation>Fotos nach Namen suchen</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Namen</translation>
    </message>
    <message>
        <source>%1 stopped</source>
        <translation>%1 angehalten</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n photos</source>
        <translation>
            <numerusform>%1 von %n Foto</numerusform>
            <numerusform>%1 von %n Fotos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>platen::ui::PhotoMenu</name>
    <message>
        <source>&amp;Free Point</source>
        <translation>Punkt &amp;freigeben</translation>
    </message>
    <message>
        <source>&amp;Remove Line</source>
        <translation>Linie &amp;entfernen</translation>
    </message>
    <message>
        <source>&amp;Pin Point Here</source>
        <translation>Punkt hier &amp;festlegen</translation>
    </message>
</context>
<context>
    <name>platen::ui::PhotoSession</name>
    <message>
        <source>Go On</source>
        <translation>Weitermachen</translation>
    </message>
    <message>
        <source>Draw Level Line</source>
        <translation>Waagerechte Linie ziehen</translation>
    </message>
    <message>
        <source>Draw Upright Line</source>
        <translation>Senkrechte Linie ziehen</translation>
    </message>
    <message>
        <source>Pin Point</source>
        <translation>Punkt setzen</translation>
    </message>
    <message>
        <source>Free Point</source>
        <translation>Punkt lösen</translation>
    </message>
    <message>
        <source>Remove Line</source>
        <translation>Linie entfernen</translation>
    </message>
    <message>
        <source>Free All Points</source>
        <translation>Alle Punkte lösen</translation>
    </message>
    <message>
        <source>Move Spine</source>
        <translation>Falz verschieben</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Copy Shape</source>
        <translation>Form übertragen</translation>
    </message>
    <message>
        <source>Move Point</source>
        <translation>Punkt verschieben</translation>
    </message>
    <message>
        <source>Outline by Hand</source>
        <translation>Umriss von Hand</translation>
    </message>
    <message>
        <source>Split into Two Pages</source>
        <translation>In zwei Seiten teilen</translation>
    </message>
    <message>
        <source>Take as One Page</source>
        <translation>Als eine Seite nehmen</translation>
    </message>
</context>
<context>
    <name>platen::ui::PhotoView</name>
    <message>
        <source>Photo</source>
        <translation>Foto</translation>
    </message>
    <message>
        <source>The photo with the grid of its page. Plus and minus zoom, 0 fits, 1 shows actual size, arrows move. With the point tool, Return goes through the handles, arrows move the chosen one and Escape lets go of it.</source>
        <translation>Das Foto mit dem Gitter seiner Seite. Plus und Minus zoomen, 0 passt ein, 1 zeigt die wahre Größe, Pfeiltasten verschieben. Mit dem Punktwerkzeug geht die Eingabetaste durch die Griffe, Pfeiltasten bewegen den gewählten, und Escape lässt ihn los.</translation>
    </message>
    <message>
        <source>Corner, %1 % across and %2 % down the page</source>
        <translation>Ecke, %1 % quer und %2 % abwärts auf der Seite</translation>
    </message>
    <message>
        <source>Side, %1 % across and %2 % down the page</source>
        <translation>Rand, %1 % quer und %2 % abwärts auf der Seite</translation>
    </message>
    <message>
        <source>Grid point, %1 % across and %2 % down the page</source>
        <translation>Gitterpunkt, %1 % quer und %2 % abwärts auf der Seite</translation>
    </message>
    <message>
        <source>Pin, %1 % across and %2 % down the page</source>
        <translation>Gesetzter Punkt, %1 % quer und %2 % abwärts auf der Seite</translation>
    </message>
    <message>
        <source>Line set by hand, number %1</source>
        <translation>Von Hand gesetzte Linie, Nummer %1</translation>
    </message>
</context>
<context>
    <name>platen::ui::ProjectActions</name>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Open Project</source>
        <translation>Projekt öffnen</translation>
    </message>
    <message>
        <source>Platen projects (*%1)</source>
        <translation>Platen-Projekte (*%1)</translation>
    </message>
    <message>
        <source>Save Project</source>
        <translation>Projekt speichern</translation>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation>Die Änderungen an %1 speichern?</translation>
    </message>
    <message>
        <source>Otherwise they are lost.</source>
        <translation>Sonst gehen sie verloren.</translation>
    </message>
    <message>
        <source>The project was changed elsewhere after its last edits here.</source>
        <translation>Das Projekt wurde nach den letzten Änderungen hier anderswo geändert.</translation>
    </message>
    <message>
        <source>These edits were never saved. Go on with them, or with the file as it is now?</source>
        <translation>Diese Änderungen wurden nie gespeichert. Mit ihnen weitermachen oder mit der Datei, wie sie jetzt ist?</translation>
    </message>
    <message>
        <source>&amp;Edits</source>
        <translation>&amp;Änderungen</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Save all the same?</source>
        <translation>Trotzdem speichern?</translation>
    </message>
    <message>
        <source>The photos and edits of that session are back</source>
        <translation>Fotos und Bearbeitungen dieser Sitzung sind wieder da</translation>
    </message>
    <message>
        <source>The photos and edits of the last session, which were never saved, are back</source>
        <translation>Fotos und Bearbeitungen der letzten Sitzung, die nie gespeichert wurden, sind wieder da</translation>
    </message>
    <message>
        <source>Edits that were never saved are back</source>
        <translation>Bearbeitungen, die nie gespeichert wurden, sind wieder da</translation>
    </message>
    <message>
        <source>%1 is there already.</source>
        <translation>%1 gibt es schon.</translation>
    </message>
    <message>
        <source>Replace it? What is in it is lost.</source>
        <translation>Ersetzen? Ihr Inhalt geht verloren.</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>&amp;Ersetzen</translation>
    </message>
</context>
<context>
    <name>platen::ui::ProjectKeeper</name>
    <message>
        <source>Join Sessions</source>
        <translation>Sitzungen zusammenführen</translation>
    </message>
</context>
<context>
    <name>platen::ui::RecentFiles</name>
    <message>
        <source>None yet</source>
        <translation>Noch keine</translation>
    </message>
    <message>
        <source>Clear the List</source>
        <translation>Liste leeren</translation>
    </message>
</context>
</TS>
