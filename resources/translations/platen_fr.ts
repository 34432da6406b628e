<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr">
<context>
    <name>Engine</name>
    <message>
        <source>No text lines were found: the page was fitted to its outline and printed lines alone</source>
        <translation>Aucune ligne de texte trouvée : la page a été ajustée d’après son contour et ses filets imprimés seulement</translation>
    </message>
    <message>
        <source>Few text lines were found: the shape of the page is uncertain</source>
        <translation>Peu de lignes de texte trouvées : la forme de la page est incertaine</translation>
    </message>
    <message>
        <source>Too few lines and edges were found to be sure of the perspective</source>
        <translation>Trop peu de lignes et de bords de page trouvés : la perspective est incertaine</translation>
    </message>
    <message>
        <source>The lines of text do not fit the page&apos;s edges: the page was fitted without them</source>
        <translation>Les lignes de texte ne s’accordent pas avec les bords de la page : elle a été ajustée sans elles</translation>
    </message>
    <message>
        <source>No page edges were found: cropped to the printed content</source>
        <translation>Aucun bord de page trouvé : recadrage sur le contenu imprimé</translation>
    </message>
    <message>
        <source>Not all page edges were found: cropped to the printed content where they are missing</source>
        <translation>Certains bords de la page n’ont pas été trouvés : recadrage sur le contenu imprimé là où ils manquent</translation>
    </message>
    <message>
        <source>Part of the page lies outside the photo</source>
        <translation>Une partie de la page se trouve hors de la photo</translation>
    </message>
    <message>
        <source>The paper is folded or crumpled: small waves may remain</source>
        <translation>Le papier est plié ou froissé : de légères ondulations peuvent subsister</translation>
    </message>
    <message>
        <source>No shape was found on which the page looks flatter: the photo was only turned level</source>
        <translation>Aucune forme trouvée qui rende la page plus plane : la photo a seulement été redressée</translation>
    </message>
    <message>
        <source>The free form folded over itself: the bent sheet alone was used</source>
        <translation>La forme libre se repliait sur elle-même : seule la feuille courbée a été utilisée</translation>
    </message>
    <message>
        <source>The bent page folded over itself in the fit: a simpler shape was used</source>
        <translation>La page courbée se repliait sur elle-même pendant l’ajustement : une forme plus simple a été utilisée</translation>
    </message>
    <message>
        <source>Some of the printed lines lie outside the page that was found (Crop: None keeps all)</source>
        <translation>Des lignes imprimées se trouvent hors de la page trouvée (Recadrage : Aucun garde tout)</translation>
    </message>
    <message>
        <source>The fit is uncertain: please look at this page</source>
        <translation>L’ajustement est incertain : veuillez vérifier cette page</translation>
    </message>
    <message>
        <source>Nothing on the page tells its shape: that of the page it started from was taken</source>
        <translation>Rien sur la page n’indique sa forme : celle de la page de départ a été reprise</translation>
    </message>
    <message>
        <source>The point at (%1, %2) of the photo could not be met: it is off by %3 pixels</source>
        <translation>Le point (%1, %2) de la photo n’a pas pu être respecté : l’écart est de %3 pixels</translation>
    </message>
    <message>
        <source>The line that begins at (%1, %2) of the photo could not be made straight: it is off by %3 pixels</source>
        <translation>La ligne qui commence en (%1, %2) de la photo n’a pas pu être redressée : l’écart est de %3 pixels</translation>
    </message>
    <message>
        <source>Part of a facing page is in view and was left out</source>
        <translation>Une partie de la page d’en face est visible et a été laissée de côté</translation>
    </message>
    <message>
        <source>The fit came to nothing; the first model is used</source>
        <translation>L’ajustement n’a rien donné ; le premier modèle est utilisé</translation>
    </message>
    <message>
        <source>No GPU can be used (%1): the page was fitted on the CPU</source>
        <translation>Aucun GPU n’est utilisable (%1) : la page a été ajustée sur le processeur</translation>
    </message>
    <message>
        <source>The page does not fit the GPU&apos;s memory: it was fitted on the CPU</source>
        <translation>La page ne tient pas dans la mémoire du GPU : elle a été ajustée sur le processeur</translation>
    </message>
    <message>
        <source>The file holds %1 images: only the first is used (split it to have them all)</source>
        <translation>Le fichier contient %1 images : seule la première est utilisée (divisez-le pour les avoir toutes)</translation>
    </message>
    <message>
        <source>pdftoppm has doubts about this page of the PDF: %1 (compare the page with the PDF)</source>
        <translation>pdftoppm a des doutes sur cette page du PDF : %1 (comparez la page avec le PDF)</translation>
    </message>
    <message>
        <source>Which way up the page reads could not be told (Page › Turn Left, Turn Right)</source>
        <translation>Impossible de savoir dans quel sens la page se lit (Page › Pivoter à gauche, Pivoter à droite)</translation>
    </message>
    <message>
        <source>Neither text lines nor page edges were found: the photo is left as it was</source>
        <translation>Ni lignes de texte ni bords de page trouvés : la photo est laissée telle quelle</translation>
    </message>
    <message>
        <source>The page&apos;s shape could not be found: the photo is left as it was</source>
        <translation>La forme de la page n’a pas pu être trouvée : la photo est laissée telle quelle</translation>
    </message>
    <message>
        <source>The paper&apos;s size is not known: the page is taken to be 297 mm long (as A4)</source>
        <translation>Le format du papier n’est pas connu : la page est supposée longue de 297 mm (comme A4)</translation>
    </message>
    <message>
        <source>The paper&apos;s size is not known: the page of the PDF is as large as fits on A4 (Paper says it)</source>
        <translation>Le format du papier n’est pas connu : la page du PDF est aussi grande que le permet A4 (à indiquer sous Papier)</translation>
    </message>
    <message>
        <source>The photo is CMYK without a profile: its colours were converted to sRGB by rule</source>
        <translation>La photo est en CMJN sans profil : ses couleurs ont été converties en sRVB selon une règle fixe</translation>
    </message>
    <message>
        <source>The photo is CMYK: its colours were converted to sRGB through its profile</source>
        <translation>La photo est en CMJN : ses couleurs ont été converties en sRVB par son profil</translation>
    </message>
    <message>
        <source>There is no such file</source>
        <translation>Ce fichier n’existe pas</translation>
    </message>
    <message>
        <source>Cannot be opened: %1 (you may not read it)</source>
        <translation>Impossible à ouvrir : %1 (vous n’avez pas le droit de le lire)</translation>
    </message>
    <message>
        <source>Cannot be opened: %1</source>
        <translation>Impossible à ouvrir : %1</translation>
    </message>
    <message>
        <source>Cannot be read: %1</source>
        <translation>Impossible à lire : %1</translation>
    </message>
    <message>
        <source>The file is empty (copy the photo again)</source>
        <translation>Le fichier est vide (recopiez la photo)</translation>
    </message>
    <message>
        <source>This is a folder, not a photo</source>
        <translation>C’est un dossier, pas une photo</translation>
    </message>
    <message>
        <source>This is a device or a pipe, not a photo&apos;s file</source>
        <translation>C’est un périphérique ou un tube, pas un fichier de photo</translation>
    </message>
    <message>
        <source>The file is cut off before the end of its picture (copy the photo again)</source>
        <translation>Le fichier s’arrête avant la fin de l’image (recopiez la photo)</translation>
    </message>
    <message>
        <source>The file is cut off before its picture begins (copy the photo again)</source>
        <translation>Le fichier s’arrête avant le début de l’image (recopiez la photo)</translation>
    </message>
    <message>
        <source>The file is damaged: part of its picture is lost (copy the photo again)</source>
        <translation>Le fichier est endommagé : une partie de l’image est perdue (recopiez la photo)</translation>
    </message>
    <message>
        <source>The file is damaged: its header can&apos;t be read (copy the photo again)</source>
        <translation>Le fichier est endommagé : son en-tête est illisible (recopiez la photo)</translation>
    </message>
    <message>
        <source>The file is damaged: its colour profile can&apos;t be read (copy the photo again)</source>
        <translation>Le fichier est endommagé : son profil de couleurs est illisible (recopiez la photo)</translation>
    </message>
    <message>
        <source>The file is a kind of PNG that Platen does not read (save it as a plain PNG)</source>
        <translation>Le fichier est un PNG d’un type que Platen ne lit pas (enregistrez-le en PNG ordinaire)</translation>
    </message>
    <message>
        <source>The file is damaged: its header claims a picture without pixels</source>
        <translation>Le fichier est endommagé : son en-tête annonce une image sans pixels</translation>
    </message>
    <message>
        <source>The file is damaged: %1</source>
        <translation>Le fichier est endommagé : %1</translation>
    </message>
    <message>
        <source>The file changed while it was being read (try again)</source>
        <translation>Le fichier a changé pendant la lecture (réessayez)</translation>
    </message>
    <message>
        <source>The file changed while it was read (another program writes to it)</source>
        <translation>Le fichier a changé pendant la lecture (un autre programme y écrit)</translation>
    </message>
    <message>
        <source>%1 × %2 pixels are more than Platen opens (at most %3 a side and %4 megapixels; make it smaller first)</source>
        <translation>%1 × %2 pixels, c’est plus que Platen n’ouvre (au plus %3 par côté et %4 mégapixels ; réduisez-la d’abord)</translation>
    </message>
    <message>
        <source>The file is damaged or cut off: it claims %1 × %2 pixels, which its %3 bytes can&apos;t hold (copy the photo again)</source>
        <translation>Le fichier est endommagé ou tronqué : il annonce %1 × %2 pixels, que ses %3 octets ne peuvent contenir (copiez la photo à nouveau)</translation>
    </message>
    <message>
        <source>The file is damaged or cut off: its palette can&apos;t be read (copy the photo again)</source>
        <translation>Le fichier est endommagé ou tronqué : sa palette est illisible (copiez la photo à nouveau)</translation>
    </message>
    <message>
        <source>The file has more than %1 scans, each as long to decode as a photo (save it as a baseline JPEG)</source>
        <translation>Le fichier a plus de %1 passes, chacune aussi longue à décoder qu’une photo (enregistrez-le en JPEG baseline)</translation>
    </message>
    <message>
        <source>Cannot be written: its name is too long (give the photo a shorter one)</source>
        <translation>Impossible à écrire : le nom est trop long (donnez-en un plus court à la photo)</translation>
    </message>
    <message>
        <source>The file claims more pixels than a JPEG can hold</source>
        <translation>Le fichier annonce plus de pixels qu’un JPEG ne peut en contenir</translation>
    </message>
    <message>
        <source>The file is a progressive JPEG that needs more memory than is allowed for decoding (save it as a baseline JPEG)</source>
        <translation>Le fichier est un JPEG progressif qui demande plus de mémoire que permis pour le décodage (enregistrez-le en JPEG de base)</translation>
    </message>
    <message>
        <source>The file is a JPEG with %1 colour components, which Platen does not read (convert it to RGB)</source>
        <translation>Le fichier est un JPEG à %1 composantes de couleur, que Platen ne lit pas (convertissez-le en RVB)</translation>
    </message>
    <message>
        <source>The file is a kind of JPEG that Platen does not read (%1)</source>
        <translation>Le fichier est un JPEG d’un type que Platen ne lit pas (%1)</translation>
    </message>
    <message>
        <source>The file is a TIFF without a picture in it</source>
        <translation>Le fichier est un TIFF sans image</translation>
    </message>
    <message>
        <source>The file is a TIFF with %1, which Platen does not read (save it as plain RGB)</source>
        <translation>Le fichier est un TIFF avec %1, que Platen ne lit pas (enregistrez-le en RVB simple)</translation>
    </message>
    <message>
        <source>%1 needs about %2 of memory, the option Memory allows %3 (allow more)</source>
        <translation>%1 demande environ %2 de mémoire, l’option Mémoire permet %3 (permettez davantage)</translation>
    </message>
    <message>
        <source>Not enough memory (close other programs, or work on a smaller photo)</source>
        <translation>Mémoire insuffisante (fermez d’autres programmes ou prenez une photo plus petite)</translation>
    </message>
    <message>
        <source>Stopped while the photo was being read</source>
        <translation>Arrêté pendant la lecture de la photo</translation>
    </message>
    <message>
        <source>Stopped before it was done</source>
        <translation>Arrêté avant la fin</translation>
    </message>
    <message>
        <source>No page was found on it (take the photo so that all of the page is seen)</source>
        <translation>Aucune page n’y a été trouvée (prenez la photo de sorte que toute la page soit visible)</translation>
    </message>
    <message>
        <source>No page could be fitted to it (try Model: Plane, or a photo that shows the page whole)</source>
        <translation>Aucune page n’a pu y être ajustée (essayez Modèle : Plan, ou une photo qui montre toute la page)</translation>
    </message>
    <message>
        <source>It has no page %1: 1 page was found on it</source>
        <translation>Pas de page %1 : une page y a été trouvée</translation>
    </message>
    <message>
        <source>It has no page %1: %2 pages were found on it</source>
        <translation>Pas de page %1 : %2 pages y ont été trouvées</translation>
    </message>
    <message>
        <source>A part was asked for that is outside the photo</source>
        <translation>La partie demandée est hors de la photo</translation>
    </message>
    <message>
        <source>The photo has %1 pixels, the shape was fitted to %2, made from %3: not the same view</source>
        <translation>La photo a %1 pixels, la forme a été ajustée à %2, d’après %3 : ce n’est pas la même vue</translation>
    </message>
    <message>
        <source>Internal error: %1 (please report it)</source>
        <translation>Erreur interne : %1 (merci de la signaler)</translation>
    </message>
    <message>
        <source>Internal error of unknown kind (please report it)</source>
        <translation>Erreur interne de nature inconnue (merci de la signaler)</translation>
    </message>
    <message>
        <source>Nothing is left of the page (a smaller negative Margin, or another Crop)</source>
        <translation>Il ne reste rien de la page (choisissez une marge moins négative ou un autre recadrage)</translation>
    </message>
    <message>
        <source>The page would have %1 megapixels (ask for a smaller DPI or Scale)</source>
        <translation>La page aurait %1 mégapixels (choisissez une résolution ou une échelle plus petite)</translation>
    </message>
    <message>
        <source>Cannot be written: no free temporary name in its folder</source>
        <translation>Impossible à écrire : aucun nom temporaire libre dans le dossier</translation>
    </message>
    <message>
        <source>Cannot be written: its encoder failed</source>
        <translation>Impossible à écrire : l’encodeur a échoué</translation>
    </message>
    <message>
        <source>Cannot be written: %1</source>
        <translation>Impossible à écrire : %1</translation>
    </message>
    <message>
        <source>This format cannot hold %1</source>
        <translation>Ce format ne peut pas contenir ceci : %1</translation>
    </message>
    <message>
        <source>The folder can&apos;t be made: %1</source>
        <translation>Le dossier ne peut pas être créé : %1</translation>
    </message>
    <message>
        <source>This is a folder, and a file was to be written there</source>
        <translation>C’est un dossier, alors qu’un fichier devait y être écrit</translation>
    </message>
    <message>
        <source>This is a device or a pipe, which is not replaced by a file</source>
        <translation>C’est un périphérique ou un tube, qui n’est pas remplacé par un fichier</translation>
    </message>
    <message>
        <source>It would be a PDF without a page</source>
        <translation>Ce serait un PDF sans page</translation>
    </message>
    <message>
        <source>This is no upright grey or RGB JPEG, which is what goes into a PDF as it is</source>
        <translation>Ce n’est pas un JPEG droit en gris ou RVB, seul à entrer tel quel dans un PDF</translation>
    </message>
    <message>
        <source>Its page would overwrite the photo %1 (choose another folder)</source>
        <translation>Sa page écraserait la photo %1 (choisissez un autre dossier)</translation>
    </message>
    <message>
        <source>Its page would overwrite %1, made from %2 (export them into different folders)</source>
        <translation>Sa page écraserait %1, faite à partir de %2 (exportez-les dans des dossiers différents)</translation>
    </message>
    <message>
        <source>Cannot be read as a Platen project</source>
        <translation>Impossible à lire comme projet Platen</translation>
    </message>
    <message>
        <source>Cannot be read as %1</source>
        <translation>Impossible à lire comme : %1</translation>
    </message>
    <message>
        <source>This is no Platen project, or it is cut off (an older copy of it may be whole)</source>
        <translation>Ce n’est pas un projet Platen, ou il est tronqué (une copie plus ancienne est peut-être entière)</translation>
    </message>
    <message>
        <source>This is not JSON, or it is cut off (%1)</source>
        <translation>Ce n’est pas du JSON, ou il est tronqué (%1)</translation>
    </message>
    <message>
        <source>It holds a number that is too large in &quot;%1&quot;</source>
        <translation>Il contient un nombre trop grand dans « %1 »</translation>
    </message>
    <message>
        <source>It was changed by another program since it was opened (save under another name, or replace it)</source>
        <translation>Le fichier a été modifié par un autre programme depuis son ouverture (enregistrez sous un autre nom ou remplacez-le)</translation>
    </message>
    <message>
        <source>It is open in another Platen (close it there first)</source>
        <translation>Ouvert dans un autre Platen (fermez-le d’abord là-bas)</translation>
    </message>
    <message>
        <source>It is being changed by another Platen (close it there first)</source>
        <translation>En cours de modification dans un autre Platen (fermez-le d’abord là-bas)</translation>
    </message>
    <message>
        <source>This is a device or a pipe, not a journal of Platen</source>
        <translation>C’est un périphérique ou un tube, pas un journal de Platen</translation>
    </message>
    <message>
        <source>This is no journal of Platen, or its beginning is damaged (move it away)</source>
        <translation>Ce n’est pas un journal de Platen, ou son début est endommagé (déplacez-le)</translation>
    </message>
    <message>
        <source>This is no journal of a Platen project (move it away)</source>
        <translation>Ce n’est pas le journal d’un projet Platen (déplacez-le)</translation>
    </message>
    <message>
        <source>It holds a record that is not JSON</source>
        <translation>Il contient un enregistrement qui n’est pas du JSON</translation>
    </message>
    <message>
        <source>The last change before the program ended was not written whole and is left out</source>
        <translation>La dernière modification avant la fin du programme n’a pas été écrite en entier et est omise</translation>
    </message>
    <message>
        <source>The project was changed by another program after changes here that were not saved</source>
        <translation>Le projet a été modifié par un autre programme après des modifications faites ici et non enregistrées</translation>
    </message>
    <message>
        <source>Changes are kept only when it is saved: %1</source>
        <translation>Les modifications ne sont gardées qu’à l’enregistrement : %1</translation>
    </message>
    <message>
        <source>The file is damaged or cut off: %1 (copy the photo again)</source>
        <translation>Le fichier est endommagé ou tronqué : %1 (recopiez la photo)</translation>
    </message>
    <message>
        <source>The file is damaged or cut off (copy the photo again)</source>
        <translation>Le fichier est endommagé ou tronqué (recopiez la photo)</translation>
    </message>
    <message>
        <source>Not all of the sheet&apos;s edges are known: it was measured, not taken to be %1 (Outline by Hand says where they are)</source>
        <translation>Tous les bords de la feuille ne sont pas connus : elle a été mesurée, non supposée %1 (« Contour à la main » dit où ils sont)</translation>
    </message>
    <message>
        <source>placing the page</source>
        <translation>mise en place de la page</translation>
    </message>
    <message>
        <source>bending the sheet</source>
        <translation>courbure de la feuille</translation>
    </message>
    <message>
        <source>looking for folds</source>
        <translation>recherche de plis</translation>
    </message>
    <message>
        <source>following the rows</source>
        <translation>suivi des lignes</translation>
    </message>
    <message>
        <source>laying the paper flat</source>
        <translation>mise à plat du papier</translation>
    </message>
    <message>
        <source>It is there already and was not replaced</source>
        <translation>Le fichier existe déjà et n’a pas été remplacé</translation>
    </message>
    <message>
        <source>Only one page was found on the photo, and it was taken (split it by a spine)</source>
        <translation>Une seule page a été trouvée sur la photo, et prise (un pli la partage)</translation>
    </message>
    <message>
        <source>The spine runs along the lines of text: the photo was not split there</source>
        <translation>Le pli suit les lignes de texte : la photo n’y a pas été partagée</translation>
    </message>
    <message>
        <source>Nothing on the page tells its shape: the first guess was taken</source>
        <translation>Rien sur la page ne révèle sa forme : la première estimation a été prise</translation>
    </message>
    <message>
        <source>The first guess was not used: %1</source>
        <translation>La première estimation n’a pas été utilisée : %1</translation>
    </message>
    <message>
        <source>The module failed on this photo: its map folds over</source>
        <translation>Le module a échoué sur cette photo : sa carte se replie sur elle-même</translation>
    </message>
    <message>
        <source>The file is a CMYK JPEG, which is decoded to RGB alone</source>
        <translation>Le fichier est un JPEG CMJN, qui n’est décodé qu’en RVB</translation>
    </message>
    <message>
        <source>That is no file that a TorchScript module could be in</source>
        <translation>Ce n’est pas un fichier qui puisse contenir un module TorchScript</translation>
    </message>
    <message>
        <source>There is no such file (the first image of a file is its [1])</source>
        <translation>Ce fichier n’existe pas (la première image d’un fichier est [1])</translation>
    </message>
    <message>
        <source>There is no such image in the file (it holds %1)</source>
        <translation>Cette image n’est pas dans le fichier (il en contient %1)</translation>
    </message>
    <message>
        <source>The file holds more pages than Platen counts (split it)</source>
        <translation>Le fichier contient plus de pages que Platen n’en compte (divisez-le)</translation>
    </message>
    <message>
        <source>The file holds %1 images (name one of them: %2)</source>
        <translation>Le fichier contient %1 images (nommez-en une : %2)</translation>
    </message>
    <message>
        <source>The file has more than a gigabyte, too much for a photo of its kind</source>
        <translation>Le fichier dépasse un gigaoctet, trop pour une photo de ce type</translation>
    </message>
    <message>
        <source>The file is an animated WebP, which Platen does not read (save one of its pictures)</source>
        <translation>Le fichier est un WebP animé, que Platen ne lit pas (enregistrez l’une de ses images)</translation>
    </message>
    <message>
        <source>libwebp is another one than Platen was built with</source>
        <translation>libwebp n’est pas celle avec laquelle Platen a été construit</translation>
    </message>
    <message>
        <source>The file is a JPEG 2000 with %1, which Platen does not read (save it as plain RGB)</source>
        <translation>Le fichier est un JPEG 2000 avec %1, que Platen ne lit pas (enregistrez-le en RVB simple)</translation>
    </message>
    <message>
        <source>The file is a kind of HEIF that libheif does not read here: %1 (save it as JPEG)</source>
        <translation>Le fichier est un type de HEIF que libheif ne lit pas ici : %1 (enregistrez-le en JPEG)</translation>
    </message>
    <message>
        <source>The photo needs more memory than libheif allows: %1 (make it smaller first)</source>
        <translation>La photo demande plus de mémoire que libheif n’en permet : %1 (réduisez-la d’abord)</translation>
    </message>
    <message>
        <source>The file is a HEIF photo, and libheif is not there to read it (install libheif1, or save the photo as JPEG)</source>
        <translation>Le fichier est une photo HEIF, et libheif n’est pas là pour la lire (installez libheif1, ou enregistrez la photo en JPEG)</translation>
    </message>
    <message>
        <source>The file is a HEIF photo of high dynamic range (PQ or HLG), which Platen does not read (save it as JPEG)</source>
        <translation>Le fichier est une photo HEIF à grande gamme dynamique (PQ ou HLG), que Platen ne lit pas (enregistrez-la en JPEG)</translation>
    </message>
    <message>
        <source>The file is a HEIF photo, which this build of Platen can&apos;t read (save it as JPEG)</source>
        <translation>Le fichier est une photo HEIF, que ce Platen ne peut pas lire (enregistrez-la en JPEG)</translation>
    </message>
    <message>
        <source>The file is encrypted, and needs a password (save it without one)</source>
        <translation>Le fichier est chiffré et demande un mot de passe (enregistrez-le sans)</translation>
    </message>
    <message>
        <source>The file is a PDF without pages</source>
        <translation>Le fichier est un PDF sans pages</translation>
    </message>
    <message>
        <source>A temporary file can&apos;t be written: %1</source>
        <translation>Un fichier temporaire ne peut pas être écrit : %1</translation>
    </message>
    <message>
        <source>The page has to be rendered, and pdftoppm can&apos;t be run: %1 (install poppler-utils)</source>
        <translation>La page doit être rendue, et pdftoppm ne peut pas être lancé : %1 (installez poppler-utils)</translation>
    </message>
    <message>
        <source>The page takes too long to render (save the pages as images)</source>
        <translation>Le rendu de la page prend trop de temps (enregistrez les pages comme images)</translation>
    </message>
    <message>
        <source>The page can&apos;t be rendered: %1</source>
        <translation>La page ne peut pas être rendue : %1</translation>
    </message>
    <message>
        <source>This is no image that Platen reads (JPEG, PNG, TIFF, WebP, JPEG 2000, HEIC or a PDF)</source>
        <translation>Ce n’est pas une image que Platen lit (JPEG, PNG, TIFF, WebP, JPEG 2000, HEIC ou un PDF)</translation>
    </message>
    <message>
        <source>It would be a TIFF without a page</source>
        <translation>Ce serait un TIFF sans page</translation>
    </message>
    <message>
        <source>The page is all of the photo and %1 times as long as wide, not %2 times as %3: it was measured (Outline by Hand says where its edges are)</source>
        <translation>La page est toute la photo et %1 fois plus longue que large, et non %2 fois comme %3 : elle a été mesurée (« Contour à la main » dit où sont ses bords)</translation>
    </message>
    <message>
        <source>The page looks %1 times as long as wide, the paper given %2 times: it is stretched by %3 % to that</source>
        <translation>La page paraît %1 fois plus longue que large, le papier indiqué l’est %2 fois : elle est étirée de %3 % à ces proportions</translation>
    </message>
</context>
<context>
    <name>HelpPages</name>
    <message>
        <source>In a view</source>
        <translation>Dans une vue</translation>
    </message>
    <message>
        <source>Zoom about the cursor</source>
        <translation>Zoomer autour du curseur</translation>
    </message>
    <message>
        <source>Wheel, pinch, + and −</source>
        <translation>Molette, pincement, + et −</translation>
    </message>
    <message>
        <source>Move the picture</source>
        <translation>Déplacer l’image</translation>
    </message>
    <message>
        <source>Arrows; middle button; Space and drag</source>
        <translation>Flèches ; bouton du milieu ; Espace et glisser</translation>
    </message>
    <message>
        <source>All of the picture</source>
        <translation>Toute l’image</translation>
    </message>
    <message>
        <source>100 %</source>
        <translation>100 %</translation>
    </message>
    <message>
        <source>Next handle of the grid, or the one before it</source>
        <translation>Poignée suivante de la grille, ou la précédente</translation>
    </message>
    <message>
        <source>Return, Shift+Return</source>
        <translation>Entrée, Maj+Entrée</translation>
    </message>
    <message>
        <source>Tab, Shift+Tab</source>
        <translation>Tab, Maj+Tab</translation>
    </message>
    <message>
        <source>Move the chosen handle by 1 or 10 pixels</source>
        <translation>Déplacer la poignée choisie de 1 ou 10 pixels</translation>
    </message>
    <message>
        <source>Arrows, Shift+Arrows</source>
        <translation>Flèches, Maj+flèches</translation>
    </message>
    <message>
        <source>End a line that is drawn point by point</source>
        <translation>Terminer une ligne tracée point par point</translation>
    </message>
    <message>
        <source>Return, or double click</source>
        <translation>Entrée ou double clic</translation>
    </message>
    <message>
        <source>Give up a drag or a line; let go of the chosen handle</source>
        <translation>Abandonner un déplacement ou une ligne ; lâcher la poignée choisie</translation>
    </message>
    <message>
        <source>Leave the view for the next part of the window</source>
        <translation>Quitter la vue pour la partie suivante de la fenêtre</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Échap</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Quoi</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Touches</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Raccourcis clavier</translation>
    </message>
    <message>
        <source>Flattens photographed and scanned document pages.</source>
        <translation>Aplanit les pages de documents photographiées et numérisées.</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>Raccourcis clavier</translation>
    </message>
    <message>
        <source>About Platen</source>
        <translation>À propos de Platen</translation>
    </message>
    <message>
        <source>Set a point of the page</source>
        <translation>Poser un point de la page</translation>
    </message>
    <message>
        <source>Double click with the point tool</source>
        <translation>Double-clic avec l’outil Point</translation>
    </message>
    <message>
        <source>In the list of photos</source>
        <translation>Dans la liste des photos</translation>
    </message>
    <message>
        <source>Show another photo</source>
        <translation>Montrer une autre photo</translation>
    </message>
    <message>
        <source>Click, arrows</source>
        <translation>Clic, flèches</translation>
    </message>
    <message>
        <source>Select photos besides the one in view</source>
        <translation>Sélectionner des photos en plus de celle affichée</translation>
    </message>
    <message>
        <source>Ctrl and click, Shift and click or arrows, Ctrl+A</source>
        <translation>Ctrl et clic, Maj et clic ou flèches, Ctrl+A</translation>
    </message>
    <message>
        <source>Close the selected photos</source>
        <translation>Fermer les photos sélectionnées</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Suppr</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rétablir</translation>
    </message>
    <message>
        <source>Free the chosen point, or remove the chosen line</source>
        <translation>Libérer le point choisi, ou supprimer la ligne choisie</translation>
    </message>
    <message>
        <source>Del, or double click on a point</source>
        <translation>Suppr, ou double clic sur un point</translation>
    </message>
    <message>
        <source>What can be done with the chosen point or line, or with the page</source>
        <translation>Ce que l’on peut faire du point ou de la ligne choisis, ou de la page</translation>
    </message>
    <message>
        <source>Menu key, or right click</source>
        <translation>Touche Menu, ou clic droit</translation>
    </message>
    <message>
        <source>Points of the grid are pale, those set by hand yellow</source>
        <translation>Les points de la grille sont pâles, ceux posés à la main jaunes</translation>
    </message>
    <message>
        <source>Pale, yellow</source>
        <translation>Pâle, jaune</translation>
    </message>
    <message>
        <source>Lines set by hand have a yellow diamond in their middle</source>
        <translation>Les lignes posées à la main ont un losange jaune en leur milieu</translation>
    </message>
    <message>
        <source>Yellow diamond</source>
        <translation>Losange jaune</translation>
    </message>
    <message>
        <source>The chosen point or line has a red ring</source>
        <translation>Le point ou la ligne choisis ont un anneau rouge</translation>
    </message>
    <message>
        <source>Red ring</source>
        <translation>Anneau rouge</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>As the &amp;Desktop</source>
        <translation>Comme le &amp;bureau</translation>
    </message>
    <message>
        <source>The language changes when Platen starts again</source>
        <translation>La langue changera au prochain démarrage de Platen</translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source>page</source>
        <translation>page</translation>
    </message>
    <message>
        <source>model</source>
        <translation>modèle</translation>
    </message>
    <message>
        <source>rotate</source>
        <translation>rotation</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>étapes</translation>
    </message>
    <message>
        <source>device</source>
        <translation>appareil</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>fils d’exécution</translation>
    </message>
    <message>
        <source>without</source>
        <translation>sans</translation>
    </message>
    <message>
        <source>dpi</source>
        <translation>résolution</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>échelle</translation>
    </message>
    <message>
        <source>margin</source>
        <translation>marge</translation>
    </message>
    <message>
        <source>crop</source>
        <translation>recadrage</translation>
    </message>
    <message>
        <source>color</source>
        <translation>couleur</translation>
    </message>
    <message>
        <source>clean</source>
        <translation>nettoyage</translation>
    </message>
    <message>
        <source>sharpen</source>
        <translation>netteté</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>filtre</translation>
    </message>
    <message>
        <source>fill</source>
        <translation>remplissage</translation>
    </message>
    <message>
        <source>quality</source>
        <translation>qualité</translation>
    </message>
    <message>
        <source>format</source>
        <translation>format</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>mémoire</translation>
    </message>
    <message>
        <source>which page of a spread: auto, all, left, right, its number, or whole (not cut)</source>
        <translation>quelle page d’une double page : auto, toutes, gauche, droite, son numéro, ou entière (non coupée)</translation>
    </message>
    <message>
        <source>the most the paper may do: lie flat, bend (sheet), fold (free)</source>
        <translation>ce que le papier peut faire au plus : être plat (plan), se courber (feuille), se plier (libre)</translation>
    </message>
    <message>
        <source>reading direction, clockwise after EXIF</source>
        <translation>sens de lecture, horaire, après EXIF</translation>
    </message>
    <message>
        <source>steps of the fit to folded paper (0: as planned)</source>
        <translation>étapes de l’ajustement au papier plié (0 : comme prévu)</translation>
    </message>
    <message>
        <source>as planned</source>
        <translation>comme prévu</translation>
    </message>
    <message>
        <source>what computes the fit</source>
        <translation>ce qui calcule l’ajustement</translation>
    </message>
    <message>
        <source>threads (0: one per core)</source>
        <translation>fils d’exécution (0 : un par cœur)</translation>
    </message>
    <message>
        <source>one per core</source>
        <translation>un par cœur</translation>
    </message>
    <message>
        <source>evidence that the fit must not look at, such as rules,margins</source>
        <translation>indices que l’ajustement doit ignorer, par exemple rules,margins</translation>
    </message>
    <message>
        <source>output resolution (0: the source&apos;s own sampling density)</source>
        <translation>résolution de sortie (0 : la densité de la source)</translation>
    </message>
    <message>
        <source>output size relative to the source&apos;s own sampling density</source>
        <translation>taille de sortie par rapport à la densité de la source</translation>
    </message>
    <message>
        <source>added around the page</source>
        <translation>ajoutée autour de la page</translation>
    </message>
    <message>
        <source>keep the sheet, its print alone (content), or all the photo (none)</source>
        <translation>garder la feuille (page), son seul contenu imprimé (contenu) ou toute la photo (aucun)</translation>
    </message>
    <message>
        <source>keep the colours, or make gray or bitonal pages</source>
        <translation>garder les couleurs, ou faire des pages en gris ou en noir et blanc</translation>
    </message>
    <message>
        <source>even the light and whiten the paper, or leave pixels untouched</source>
        <translation>égaliser la lumière et blanchir le papier, ou laisser les pixels intacts</translation>
    </message>
    <message>
        <source>steepen edges, for OCR of soft photos: 1 is usual (0: none)</source>
        <translation>accentuer les contours, pour la reconnaissance de texte sur des photos floues : 1 est usuel (0 : aucune)</translation>
    </message>
    <message>
        <source>resampling where the map magnifies</source>
        <translation>rééchantillonnage là où l’image est agrandie</translation>
    </message>
    <message>
        <source>what a page shows where the photo ends: its paper&apos;s colour, or white</source>
        <translation>ce que montre une page là où la photo s’arrête : la couleur de son papier, ou du blanc</translation>
    </message>
    <message>
        <source>JPEG quality</source>
        <translation>qualité JPEG</translation>
    </message>
    <message>
        <source>file format (auto: by the name, else the source&apos;s own)</source>
        <translation>format de fichier (auto : d’après le nom, sinon celui de la source)</translation>
    </message>
    <message>
        <source>work within this much memory, refuse photos that need more (0: never)</source>
        <translation>travailler avec cette mémoire au plus, refuser les photos qui en demandent davantage (0 : jamais)</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>sans limite</translation>
    </message>
    <message>
        <source>degrees</source>
        <translation>degrés</translation>
    </message>
    <message>
        <source>px/inch</source>
        <translation>px/pouce</translation>
    </message>
    <message>
        <source>mm</source>
        <translation>mm</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>octets</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>all</source>
        <translation>toutes</translation>
    </message>
    <message>
        <source>left</source>
        <translation>gauche</translation>
    </message>
    <message>
        <source>right</source>
        <translation>droite</translation>
    </message>
    <message>
        <source>whole</source>
        <translation>entière</translation>
    </message>
    <message>
        <source>plane</source>
        <translation>plan</translation>
    </message>
    <message>
        <source>sheet</source>
        <translation>feuille</translation>
    </message>
    <message>
        <source>free</source>
        <translation>libre</translation>
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
        <translation>contenu</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucun</translation>
    </message>
    <message>
        <source>keep</source>
        <translation>garder</translation>
    </message>
    <message>
        <source>gray</source>
        <translation>gris</translation>
    </message>
    <message>
        <source>bitonal</source>
        <translation>noir et blanc</translation>
    </message>
    <message>
        <source>illumination</source>
        <translation>éclairage</translation>
    </message>
    <message>
        <source>bilinear</source>
        <translation>bilinéaire</translation>
    </message>
    <message>
        <source>bicubic</source>
        <translation>bicubique</translation>
    </message>
    <message>
        <source>lanczos</source>
        <translation>Lanczos</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>papier</translation>
    </message>
    <message>
        <source>white</source>
        <translation>blanc</translation>
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
        <translation>la feuille qu’est la page : selon son aspect (automatique), telle que mesurée, ou une feuille connue</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>Mo</translation>
    </message>
    <message>
        <source>reading-order</source>
        <translation>ordre des pages</translation>
    </message>
    <message>
        <source>which page of an open book comes first: the left or the right one</source>
        <translation>laquelle des pages d’un livre ouvert vient en premier : celle de gauche ou celle de droite</translation>
    </message>
    <message>
        <source>left-to-right</source>
        <translation>de gauche à droite</translation>
    </message>
    <message>
        <source>right-to-left</source>
        <translation>de droite à gauche</translation>
    </message>
</context>
<context>
    <name>Theme</name>
    <message>
        <source>As the &amp;Desktop</source>
        <translation>Comme le &amp;bureau</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Clair</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Sombre</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Watch document photos become flat pages, and steer them.</source>
        <translation>Voir des photos de documents devenir des pages planes, et les guider.</translation>
    </message>
    <message>
        <source>Photos, folders or a project to open</source>
        <translation>Photos, dossiers ou projet à ouvrir</translation>
    </message>
</context>
<context>
    <name>platen::ui::Actions</name>
    <message>
        <source>&amp;Open Photos…</source>
        <translation>&amp;Ouvrir des photos…</translation>
    </message>
    <message>
        <source>Open photos</source>
        <translation>Ouvrir des photos</translation>
    </message>
    <message>
        <source>Open &amp;Folder…</source>
        <translation>Ouvrir un &amp;dossier…</translation>
    </message>
    <message>
        <source>Open all photos of a folder</source>
        <translation>Ouvrir toutes les photos d’un dossier</translation>
    </message>
    <message>
        <source>Open &amp;Project…</source>
        <translation>Ouvrir un &amp;projet…</translation>
    </message>
    <message>
        <source>Open photos and all edits of an earlier session</source>
        <translation>Ouvrir les photos et toutes les modifications d’une session précédente</translation>
    </message>
    <message>
        <source>&amp;Save Project</source>
        <translation>&amp;Enregistrer le projet</translation>
    </message>
    <message>
        <source>Keep photos and edits for later</source>
        <translation>Garder photos et modifications pour plus tard</translation>
    </message>
    <message>
        <source>Save Project &amp;As…</source>
        <translation>Enregistrer le projet &amp;sous…</translation>
    </message>
    <message>
        <source>Keep photos and edits under another name</source>
        <translation>Garder photos et modifications sous un autre nom</translation>
    </message>
    <message>
        <source>&amp;Export Photo…</source>
        <translation>E&amp;xporter la photo…</translation>
    </message>
    <message>
        <source>Write the flat pages of the photo in view</source>
        <translation>Écrire les pages planes de la photo affichée</translation>
    </message>
    <message>
        <source>Export Se&amp;lected…</source>
        <translation>Exporter la sé&amp;lection…</translation>
    </message>
    <message>
        <source>Write the flat pages of the photos selected in the list</source>
        <translation>Écrire les pages planes des photos sélectionnées dans la liste</translation>
    </message>
    <message>
        <source>Export A&amp;ll…</source>
        <translation>Exporter &amp;tout…</translation>
    </message>
    <message>
        <source>Write the flat pages of all photos</source>
        <translation>Écrire les pages planes de toutes les photos</translation>
    </message>
    <message>
        <source>&amp;Close Photo</source>
        <translation>&amp;Fermer la photo</translation>
    </message>
    <message>
        <source>Take the photo off the list; its file stays</source>
        <translation>Retirer la photo de la liste ; son fichier reste</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Quitter</translation>
    </message>
    <message>
        <source>Leave the program</source>
        <translation>Quitter le programme</translation>
    </message>
    <message>
        <source>&amp;Reset Photo</source>
        <translation>&amp;Réinitialiser la photo</translation>
    </message>
    <message>
        <source>Forget all edits of the photo and fit it anew</source>
        <translation>Oublier toutes les modifications de la photo et l’ajuster à nouveau</translation>
    </message>
    <message>
        <source>&amp;Free All Points</source>
        <translation>&amp;Libérer tous les points</translation>
    </message>
    <message>
        <source>Forget the points and lines set on this page</source>
        <translation>Oublier les points et lignes posés sur cette page</translation>
    </message>
    <message>
        <source>&amp;Copy Shape to Following</source>
        <translation>&amp;Copier la forme aux suivantes</translation>
    </message>
    <message>
        <source>The photos after this one, or those selected, begin from this photo&apos;s shape</source>
        <translation>Les photos suivantes, ou celles sélectionnées, partent de la forme de cette photo</translation>
    </message>
    <message>
        <source>&amp;Next Photo</source>
        <translation>Photo &amp;suivante</translation>
    </message>
    <message>
        <source>Show the next photo of the list</source>
        <translation>Afficher la photo suivante de la liste</translation>
    </message>
    <message>
        <source>&amp;Previous Photo</source>
        <translation>Photo &amp;précédente</translation>
    </message>
    <message>
        <source>Show the photo before this one</source>
        <translation>Afficher la photo précédente</translation>
    </message>
    <message>
        <source>Next to &amp;Look At</source>
        <translation>Suivante à &amp;vérifier</translation>
    </message>
    <message>
        <source>Show the next photo that needs a look</source>
        <translation>Afficher la prochaine photo à vérifier</translation>
    </message>
    <message>
        <source>Next Pa&amp;ge</source>
        <translation>P&amp;age suivante</translation>
    </message>
    <message>
        <source>Show the next page of this photo</source>
        <translation>Afficher la page suivante de cette photo</translation>
    </message>
    <message>
        <source>Previous P&amp;age</source>
        <translation>Pa&amp;ge précédente</translation>
    </message>
    <message>
        <source>Show the page before this one</source>
        <translation>Afficher la page précédente</translation>
    </message>
    <message>
        <source>Turn Le&amp;ft</source>
        <translation>Pivoter à &amp;gauche</translation>
    </message>
    <message>
        <source>Turn the pages by a quarter, counterclockwise</source>
        <translation>Tourner les pages d’un quart de tour, sens antihoraire</translation>
    </message>
    <message>
        <source>Turn &amp;Right</source>
        <translation>Pivoter à &amp;droite</translation>
    </message>
    <message>
        <source>Turn the pages by a quarter, clockwise</source>
        <translation>Tourner les pages d’un quart de tour, sens horaire</translation>
    </message>
    <message>
        <source>&amp;Stop Fit</source>
        <translation>&amp;Arrêter l’ajustement</translation>
    </message>
    <message>
        <source>Stop the fit and keep what is there</source>
        <translation>Arrêter l’ajustement et garder ce qui est là</translation>
    </message>
    <message>
        <source>Go &amp;On</source>
        <translation>&amp;Continuer</translation>
    </message>
    <message>
        <source>Go on with the fit from where it stands</source>
        <translation>Poursuivre l’ajustement à partir d’ici</translation>
    </message>
    <message>
        <source>&amp;Hand</source>
        <translation>&amp;Main</translation>
    </message>
    <message>
        <source>Move the picture; click a page to choose it</source>
        <translation>Déplacer l’image ; cliquer sur une page pour la choisir</translation>
    </message>
    <message>
        <source>&amp;Point</source>
        <translation>&amp;Point</translation>
    </message>
    <message>
        <source>Drag corners, sides, points of the grid; double click sets a point</source>
        <translation>Tirer coins, côtés et points de la grille ; un double clic pose un point</translation>
    </message>
    <message>
        <source>&amp;Level Line</source>
        <translation>Ligne &amp;horizontale</translation>
    </message>
    <message>
        <source>Draw along a line that should be level</source>
        <translation>Tracer le long d’une ligne qui doit être horizontale</translation>
    </message>
    <message>
        <source>&amp;Upright Line</source>
        <translation>Ligne &amp;verticale</translation>
    </message>
    <message>
        <source>Draw along a line that should be upright</source>
        <translation>Tracer le long d’une ligne qui doit être verticale</translation>
    </message>
    <message>
        <source>&amp;Spine</source>
        <translation>P&amp;li du livre</translation>
    </message>
    <message>
        <source>Move the spine of an open book</source>
        <translation>Déplacer le pli central d’un livre ouvert</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>Zoom &amp;avant</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Plus grand</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>Zoom a&amp;rrière</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Plus petit</translation>
    </message>
    <message>
        <source>Zoom to &amp;Fit</source>
        <translation>A&amp;juster à la vue</translation>
    </message>
    <message>
        <source>All of the picture</source>
        <translation>Toute l’image</translation>
    </message>
    <message>
        <source>&amp;100 %</source>
        <translation>&amp;100 %</translation>
    </message>
    <message>
        <source>One pixel of the picture on one of the screen</source>
        <translation>Un pixel de l’image pour un pixel de l’écran</translation>
    </message>
    <message>
        <source>&amp;Before and After</source>
        <translation>A&amp;vant et après</translation>
    </message>
    <message>
        <source>A divider with the photo on its left and the flat page on its right</source>
        <translation>Un séparateur, la photo à gauche et la page plane à droite</translation>
    </message>
    <message>
        <source>F&amp;ull Screen</source>
        <translation>&amp;Plein écran</translation>
    </message>
    <message>
        <source>Use the whole screen</source>
        <translation>Utiliser tout l’écran</translation>
    </message>
    <message>
        <source>&amp;Grid</source>
        <translation>&amp;Grille</translation>
    </message>
    <message>
        <source>Show the grid over the photo</source>
        <translation>Afficher la grille sur la photo</translation>
    </message>
    <message>
        <source>&amp;Text Lines</source>
        <translation>Lignes de &amp;texte</translation>
    </message>
    <message>
        <source>Show the lines of text that were found</source>
        <translation>Afficher les lignes de texte trouvées</translation>
    </message>
    <message>
        <source>&amp;Sides and Spine</source>
        <translation>&amp;Côtés et pli</translation>
    </message>
    <message>
        <source>Show the sides of the sheet and the spine</source>
        <translation>Afficher les côtés de la feuille et le pli</translation>
    </message>
    <message>
        <source>&amp;Printed Lines</source>
        <translation>&amp;Filets imprimés</translation>
    </message>
    <message>
        <source>Show the printed lines that were found</source>
        <translation>Afficher les filets imprimés trouvés</translation>
    </message>
    <message>
        <source>P&amp;oints and Lines Set</source>
        <translation>P&amp;oints et lignes posés</translation>
    </message>
    <message>
        <source>Show what was set by hand</source>
        <translation>Afficher ce qui a été posé à la main</translation>
    </message>
    <message>
        <source>Fit &amp;Waiting Photos</source>
        <translation>Ajuster les photos en a&amp;ttente</translation>
    </message>
    <message>
        <source>Fit the photos of the list one after the other</source>
        <translation>Ajuster les photos de la liste l’une après l’autre</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>&amp;Raccourcis clavier</translation>
    </message>
    <message>
        <source>All keys on one page</source>
        <translation>Toutes les touches sur une page</translation>
    </message>
    <message>
        <source>&amp;About Platen</source>
        <translation>À &amp;propos de Platen</translation>
    </message>
    <message>
        <source>Version and libraries</source>
        <translation>Version et bibliothèques</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Fichier</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Édition</translation>
    </message>
    <message>
        <source>&amp;Page</source>
        <translation>&amp;Page</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>&amp;Outils</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Affichage</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Aide</translation>
    </message>
    <message>
        <source>&amp;Outline by Hand</source>
        <translation>&amp;Contour à la main</translation>
    </message>
    <message>
        <source>Set the page&apos;s four corners and drag them to where they belong</source>
        <translation>Poser les quatre coins de la page et les tirer là où ils doivent être</translation>
    </message>
    <message>
        <source>Apply Options to &amp;Selected…</source>
        <translation>Appliquer les options à la &amp;sélection…</translation>
    </message>
    <message>
        <source>Give the photos selected in the list options of the photo in view</source>
        <translation>Donner aux photos sélectionnées dans la liste des options de la photo affichée</translation>
    </message>
    <message>
        <source>Apply Options to &amp;All…</source>
        <translation>Appliquer les options à &amp;toutes…</translation>
    </message>
    <message>
        <source>Give all photos options of the photo in view</source>
        <translation>Donner à toutes les photos des options de la photo affichée</translation>
    </message>
    <message>
        <source>Use Options for &amp;New Photos</source>
        <translation>Utiliser les options pour les &amp;nouvelles photos</translation>
    </message>
    <message>
        <source>Photos opened from now on have these options</source>
        <translation>Les photos ouvertes désormais ont ces options</translation>
    </message>
    <message>
        <source>Forge&amp;t Options for New Photos</source>
        <translation>&amp;Oublier les options pour les nouvelles photos</translation>
    </message>
    <message>
        <source>Photos opened from now on have the program&apos;s own options</source>
        <translation>Les photos ouvertes désormais ont les options du programme</translation>
    </message>
    <message>
        <source>Close Se&amp;lected Photos</source>
        <translation>Fermer les photos sé&amp;lectionnées</translation>
    </message>
    <message>
        <source>Take the photos selected in the list off it; files stay</source>
        <translation>Retirer de la liste les photos sélectionnées ; les fichiers restent</translation>
    </message>
    <message>
        <source>Find P&amp;hoto</source>
        <translation>C&amp;hercher une photo</translation>
    </message>
    <message>
        <source>Show only photos of some name in the list</source>
        <translation>Ne montrer dans la liste que les photos d’un certain nom</translation>
    </message>
    <message>
        <source>Split into T&amp;wo Pages</source>
        <translation>Partager en &amp;deux pages</translation>
    </message>
    <message>
        <source>Put a spine along the middle of the page, to be moved to where two pages meet</source>
        <translation>Poser un pli au milieu de la page, à déplacer là où deux pages se rejoignent</translation>
    </message>
    <message>
        <source>Ta&amp;ke as One Page</source>
        <translation>Prendre comme une &amp;seule page</translation>
    </message>
    <message>
        <source>The photo shows no open book: all of it is one page</source>
        <translation>La photo ne montre pas de livre ouvert : le tout est une seule page</translation>
    </message>
    <message>
        <source>Draw a line where two pages meet, and the photo is split there</source>
        <translation>Tracer une ligne là où deux pages se rejoignent : la photo y est partagée</translation>
    </message>
    <message>
        <source>No photo is open that could be split</source>
        <translation>Aucune photo à partager n’est ouverte</translation>
    </message>
    <message>
        <source>Only a photo that has been looked at can be split</source>
        <translation>Seule une photo déjà examinée peut être partagée</translation>
    </message>
    <message>
        <source>The photo shows two pages already: move their spine, or take it as one page first</source>
        <translation>La photo montre déjà deux pages : déplacez leur pli, ou prenez-la d’abord comme une seule page</translation>
    </message>
</context>
<context>
    <name>platen::ui::ApplyOptionsDialog</name>
    <message>
        <source>Apply Options</source>
        <translation>Appliquer les options</translation>
    </message>
    <message>
        <source>Options of %1 that the other photo is to have:</source>
        <translation>Options de %1 que l’autre photo doit avoir :</translation>
    </message>
    <message numerus="yes">
        <source>Options of %1 that %n other photos are to have:</source>
        <translation>
            <numerusform>Options de %1 que %n autre photo doit avoir :</numerusform>
            <numerusform>Options de %1 que %n autres photos doivent avoir :</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>&amp;Appliquer</translation>
    </message>
    <message>
        <source>No photo has to be fitted again.</source>
        <translation>Aucune photo ne doit être réajustée.</translation>
    </message>
    <message>
        <source>1 photo is fitted again.</source>
        <translation>1 photo est réajustée.</translation>
    </message>
    <message numerus="yes">
        <source>%n photos are fitted again.</source>
        <translation>
            <numerusform>%n photo est réajustée.</numerusform>
            <numerusform>%n photos sont réajustées.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1 : %2</translation>
    </message>
    <message>
        <source>%1 (another in 1 photo)</source>
        <translation>%1 (autre dans 1 photo)</translation>
    </message>
    <message numerus="yes">
        <source>%1 (another in %n photos)</source>
        <translation>
            <numerusform>%1 (autre dans %n photo)</numerusform>
            <numerusform>%1 (autre dans %n photos)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>platen::ui::EnergyCurve</name>
    <message>
        <source>Course of the fit&apos;s energy</source>
        <translation>Évolution de l’énergie de l’ajustement</translation>
    </message>
    <message>
        <source>How the fit&apos;s energy falls, step by step; each piece is a round of its own</source>
        <translation>Comment l’énergie de l’ajustement diminue, pas à pas ; chaque morceau est un tour à part</translation>
    </message>
</context>
<context>
    <name>platen::ui::ExportDialog</name>
    <message>
        <source>Export 1 Photo</source>
        <translation>Exporter 1 photo</translation>
    </message>
    <message numerus="yes">
        <source>Export %n Photos</source>
        <translation>
            <numerusform>Exporter %n photo</numerusform>
            <numerusform>Exporter %n photos</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>E&amp;xporter</translation>
    </message>
    <message>
        <source>%1 is there already.</source>
        <translation>%1 existe déjà.</translation>
    </message>
    <message numerus="yes">
        <source>%n files are there already, %1 among them.</source>
        <translation>
            <numerusform>%n fichier existe déjà : %1.</numerusform>
            <numerusform>%n fichiers existent déjà, dont %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Replace it?</source>
        <translation>Le remplacer ?</translation>
    </message>
    <message>
        <source>Replace them?</source>
        <translation>Les remplacer ?</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>&amp;Remplacer</translation>
    </message>
    <message>
        <source>Only the &amp;Others</source>
        <translation>Seulement les &amp;autres</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>1 page written</source>
        <translation>1 page écrite</translation>
    </message>
    <message numerus="yes">
        <source>%n pages written</source>
        <translation>
            <numerusform>%n page écrite</numerusform>
            <numerusform>%n pages écrites</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, page %2</source>
        <translation>%1, page %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1 : %2</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Arrêt en cours…</translation>
    </message>
    <message>
        <source>Pages that failed, and remarks on others</source>
        <translation>Pages qui ont échoué, et remarques sur d’autres</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>&amp;Try Again</source>
        <translation>&amp;Réessayer</translation>
    </message>
    <message>
        <source>1 photo is left.</source>
        <translation>Il reste 1 photo.</translation>
    </message>
    <message numerus="yes">
        <source>%n photos are left.</source>
        <translation>
            <numerusform>Il reste %n photo.</numerusform>
            <numerusform>Il reste %n photos.</numerusform>
        </translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Arrêté.</translation>
    </message>
    <message>
        <source>flat</source>
        <comment>folder for pages</comment>
        <translation>aplati</translation>
    </message>
    <message>
        <source>&amp;Open Folder</source>
        <translation>&amp;Ouvrir le dossier</translation>
    </message>
    <message>
        <source>No program shows folders here: %1</source>
        <translation>Aucun programme n’affiche de dossiers ici : %1</translation>
    </message>
    <message>
        <source>Looking at what is there…</source>
        <translation>Examen de ce qui s’y trouve…</translation>
    </message>
    <message>
        <source>1 page written to %1</source>
        <translation>1 page écrite dans %1</translation>
    </message>
    <message numerus="yes">
        <source>%n pages written to %1</source>
        <translation>
            <numerusform>%n page écrite dans %1</numerusform>
            <numerusform>%n pages écrites dans %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1. The document is being put together…</source>
        <translation>%1. Le document est en cours d’assemblage…</translation>
    </message>
    <message>
        <source>%1. %2 is being fitted…</source>
        <translation>%1. Ajustement de %2…</translation>
    </message>
    <message>
        <source>%1. %2 is being written…</source>
        <translation>%1. Écriture de %2…</translation>
    </message>
    <message>
        <source>Say where the pages are to go: a folder or a file</source>
        <translation>Indiquez où vont les pages : un dossier ou un fichier</translation>
    </message>
</context>
<context>
    <name>platen::ui::ExportForm</name>
    <message>
        <source>Fol&amp;der…</source>
        <translation>Dossi&amp;er…</translation>
    </message>
    <message>
        <source>F&amp;ile…</source>
        <translation>F&amp;ichier…</translation>
    </message>
    <message>
        <source>Keep each photo&apos;s &amp;warp beside its pages (NAME.warp.json)</source>
        <translation>&amp;Garder la déformation de chaque photo à côté de ses pages (NOM.warp.json)</translation>
    </message>
    <message>
        <source>A folder, or a file: .jpg, .png, .tif or .pdf</source>
        <translation>Un dossier, ou un fichier : .jpg, .png, .tif ou .pdf</translation>
    </message>
    <message>
        <source>Folder or file</source>
        <translation>Dossier ou fichier</translation>
    </message>
    <message>
        <source>&amp;To:</source>
        <translation>&amp;Vers :</translation>
    </message>
    <message>
        <source>&amp;Format:</source>
        <translation>&amp;Format :</translation>
    </message>
    <message>
        <source>Export to Folder</source>
        <translation>Exporter vers un dossier</translation>
    </message>
    <message>
        <source>Export to File</source>
        <translation>Exporter vers un fichier</translation>
    </message>
    <message>
        <source>Like the photo</source>
        <translation>Comme la photo</translation>
    </message>
    <message>
        <source>A folder, or a .pdf or .tif file that takes all pages</source>
        <translation>Un dossier, ou un fichier .pdf ou .tif qui reçoit toutes les pages</translation>
    </message>
</context>
<context>
    <name>platen::ui::ExportNotice</name>
    <message>
        <source>Open Folder</source>
        <translation>Ouvrir le dossier</translation>
    </message>
    <message>
        <source>No program shows folders here: %1</source>
        <translation>Aucun programme n’affiche de dossiers ici : %1</translation>
    </message>
</context>
<context>
    <name>platen::ui::FitPanel</name>
    <message>
        <source>flat page</source>
        <translation>page plane</translation>
    </message>
    <message>
        <source>bent sheet</source>
        <translation>feuille courbée</translation>
    </message>
    <message>
        <source>folded sheet</source>
        <translation>feuille pliée</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Arrêter</translation>
    </message>
    <message>
        <source>&amp;Go On</source>
        <translation>&amp;Continuer</translation>
    </message>
    <message>
        <source>Steps of this stage</source>
        <translation>Pas de cette étape</translation>
    </message>
    <message>
        <source>Confidence %p %</source>
        <translation>Confiance %p %</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Confiance</translation>
    </message>
    <message>
        <source>Stop the fit and keep what is there</source>
        <translation>Arrêter l’ajustement et garder ce qui est là</translation>
    </message>
    <message>
        <source>Go on with the fit from where it stands</source>
        <translation>Poursuivre l’ajustement à partir d’ici</translation>
    </message>
    <message>
        <source>Fitting page %1: %2, step %3 of %4</source>
        <translation>Ajustement de la page %1 : %2, pas %3 sur %4</translation>
    </message>
    <message>
        <source>Fitting…</source>
        <translation>Ajustement…</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>Ouverture…</translation>
    </message>
    <message>
        <source>Stopped: what is there is kept</source>
        <translation>Arrêté : ce qui est là est gardé</translation>
    </message>
    <message>
        <source>Shape: %1</source>
        <translation>Forme : %1</translation>
    </message>
    <message>
        <source>Paper: %1</source>
        <translation>Papier : %1</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 pixels</translation>
    </message>
    <message>
        <source>&amp;Outline by Hand</source>
        <translation>&amp;Contour à la main</translation>
    </message>
    <message>
        <source>Set the page&apos;s four corners and drag them to where they belong</source>
        <translation>Poser les quatre coins de la page et les tirer là où ils doivent être</translation>
    </message>
    <message>
        <source>Paper: %1, assumed</source>
        <translation>Papier : %1, supposé</translation>
    </message>
</context>
<context>
    <name>platen::ui::FlatView</name>
    <message>
        <source>Flat page</source>
        <translation>Page plane</translation>
    </message>
    <message>
        <source>The page as it is exported. Plus and minus zoom, 0 fits, 1 shows actual size, arrows move; Shift with the left and right arrows moves the divider between before and after.</source>
        <translation>La page telle qu’elle est exportée. Plus et moins zooment, 0 ajuste, 1 montre la taille réelle, les flèches déplacent ; Maj avec les flèches gauche et droite déplace le séparateur entre avant et après.</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Avant</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Après</translation>
    </message>
</context>
<context>
    <name>platen::ui::LastSessions</name>
    <message>
        <source>today %1</source>
        <translation>aujourd’hui %1</translation>
    </message>
    <message>
        <source>yesterday %1</source>
        <translation>hier %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1 : %2</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n photos, %2 and others</source>
        <translation>
            <numerusform>%1 : %n photo, %2 et d’autres</numerusform>
            <numerusform>%1 : %n photos, %2 et d’autres</numerusform>
        </translation>
    </message>
    <message>
        <source>The last session was not saved (1 photo, %1)</source>
        <translation>La dernière session n’a pas été enregistrée (1 photo, %1)</translation>
    </message>
    <message numerus="yes">
        <source>The last session was not saved (%n photos, %1)</source>
        <translation>
            <numerusform>La dernière session n’a pas été enregistrée (%n photo, %1)</numerusform>
            <numerusform>La dernière session n’a pas été enregistrée (%n photos, %1)</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Open It</source>
        <translation>&amp;Ouvrir</translation>
    </message>
    <message>
        <source>&amp;Dismiss</source>
        <translation>&amp;Ignorer</translation>
    </message>
</context>
<context>
    <name>platen::ui::MainWindow</name>
    <message>
        <source>No new photo was found there</source>
        <translation>Aucune nouvelle photo n’y a été trouvée</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Photos</source>
        <translation>Photos</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ajustement</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Options</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rétablir</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>Ouverts &amp;récemment</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>T&amp;hème</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>La&amp;ngue</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Outils</translation>
    </message>
    <message>
        <source>Looking for photos…</source>
        <translation>Recherche de photos…</translation>
    </message>
    <message>
        <source>No photo was added: all of them are in the list</source>
        <translation>Aucune photo ajoutée : toutes sont dans la liste</translation>
    </message>
    <message>
        <source>Platen</source>
        <translation>Platen</translation>
    </message>
    <message>
        <source> — Platen</source>
        <translation> — Platen</translation>
    </message>
    <message>
        <source>Open photos, or drop them here</source>
        <translation>Ouvrez des photos ou déposez-les ici</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>Page %1 sur %2</translation>
    </message>
    <message>
        <source>Open Photos</source>
        <translation>Ouvrir des photos</translation>
    </message>
    <message>
        <source>Open Folder</source>
        <translation>Ouvrir un dossier</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>Changer : %1</translation>
    </message>
    <message>
        <source>Turn Right</source>
        <translation>Pivoter à droite</translation>
    </message>
    <message>
        <source>Turn Left</source>
        <translation>Pivoter à gauche</translation>
    </message>
    <message>
        <source>1 photo begins from this shape</source>
        <translation>1 photo part de cette forme</translation>
    </message>
    <message numerus="yes">
        <source>%n photos begin from this shape</source>
        <translation>
            <numerusform>%n photo part de cette forme</numerusform>
            <numerusform>%n photos partent de cette forme</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy Shape</source>
        <translation>Copier la forme</translation>
    </message>
    <message>
        <source>Fit the photo after this one again, beginning from this shape?</source>
        <translation>Ajuster à nouveau la photo suivante en partant de cette forme ?</translation>
    </message>
    <message numerus="yes">
        <source>Fit the %n photos after this one again, beginning from this shape?</source>
        <translation>
            <numerusform>Ajuster à nouveau %n photo suivante en partant de cette forme ?</numerusform>
            <numerusform>Ajuster à nouveau les %n photos suivantes en partant de cette forme ?</numerusform>
        </translation>
    </message>
    <message>
        <source>Select photos in the list to choose others.</source>
        <translation>Sélectionnez des photos dans la liste pour en choisir d’autres.</translation>
    </message>
    <message>
        <source>&amp;Copy Shape</source>
        <translation>&amp;Copier la forme</translation>
    </message>
    <message>
        <source>No other photo needs a look</source>
        <translation>Aucune autre photo à vérifier</translation>
    </message>
    <message>
        <source>1 photo of other proportions, or not opened yet, stays as it is</source>
        <translation>1 photo, d’autres proportions ou pas encore ouverte, reste telle quelle</translation>
    </message>
    <message numerus="yes">
        <source>%n photos of other proportions, or not opened yet, stay as they are</source>
        <translation>
            <numerusform>%n photo, d’autres proportions ou pas encore ouverte, reste telle quelle</numerusform>
            <numerusform>%n photos, d’autres proportions ou pas encore ouvertes, restent telles quelles</numerusform>
        </translation>
    </message>
    <message>
        <source>Photos that are opened from now on have these options</source>
        <translation>Les photos ouvertes désormais ont ces options</translation>
    </message>
    <message>
        <source>Photos that are opened from now on have the program&apos;s own options</source>
        <translation>Les photos ouvertes désormais ont les options du programme</translation>
    </message>
    <message>
        <source>Select other photos in the list first</source>
        <translation>Sélectionnez d’abord d’autres photos dans la liste</translation>
    </message>
    <message>
        <source>These photos have the same options already</source>
        <translation>Ces photos ont déjà les mêmes options</translation>
    </message>
    <message>
        <source>Apply Options to 1 Photo</source>
        <translation>Appliquer les options à 1 photo</translation>
    </message>
    <message numerus="yes">
        <source>Apply Options to %n Photos</source>
        <translation>
            <numerusform>Appliquer les options à %n photo</numerusform>
            <numerusform>Appliquer les options à %n photos</numerusform>
        </translation>
    </message>
    <message>
        <source>1 photo has these options now</source>
        <translation>1 photo a maintenant ces options</translation>
    </message>
    <message numerus="yes">
        <source>%n photos have these options now</source>
        <translation>
            <numerusform>%n photo a maintenant ces options</numerusform>
            <numerusform>%n photos ont maintenant ces options</numerusform>
        </translation>
    </message>
    <message>
        <source>Recover Sess&amp;ion</source>
        <translation>Récupérer une sess&amp;ion</translation>
    </message>
    <message>
        <source>Close %1? What was set by hand on it is lost.</source>
        <translation>Fermer %1 ? Ce qui y a été fait à la main sera perdu.</translation>
    </message>
    <message numerus="yes">
        <source>Close %n photos? What was set by hand on %1 of them is lost.</source>
        <translation>
            <numerusform>Fermer %n photo ? Ce qui a été fait à la main sur %1 d’entre elles sera perdu.</numerusform>
            <numerusform>Fermer %n photos ? Ce qui a été fait à la main sur %1 d’entre elles sera perdu.</numerusform>
        </translation>
    </message>
    <message>
        <source>Close Photos</source>
        <translation>Fermer des photos</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>&amp;Fermer</translation>
    </message>
    <message numerus="yes">
        <source>Close %n photos? Their fits are lost.</source>
        <translation>
            <numerusform>Fermer %n photo ? Son ajustement sera perdu.</numerusform>
            <numerusform>Fermer %n photos ? Leurs ajustements seront perdus.</numerusform>
        </translation>
    </message>
    <message>
        <source>Photos (*.jpg *.jpeg *.jpe *.jfif *.png *.tif *.tiff *.webp *.jp2 *.j2k *.jpf *.heic *.heif *.avif *.pdf *.JPG *.JPEG *.PNG *.TIF *.TIFF *.WEBP *.JP2 *.HEIC *.PDF);;All files (*)</source>
        <translation>Photos (*.jpg *.jpeg *.jpe *.jfif *.png *.tif *.tiff *.webp *.jp2 *.j2k *.jpf *.heic *.heif *.avif *.pdf *.JPG *.JPEG *.PNG *.TIF *.TIFF *.WEBP *.JP2 *.HEIC *.PDF);;Tous les fichiers (*)</translation>
    </message>
    <message>
        <source>Panel: %1</source>
        <translation>Panneau : %1</translation>
    </message>
    <message>
        <source>Drop photos or folders here, or open them from the File menu (%1)</source>
        <translation>Déposez ici des photos ou des dossiers, ou ouvrez-les par le menu Fichier (%1)</translation>
    </message>
</context>
<context>
    <name>platen::ui::OptionsPanel</name>
    <message>
        <source>Shape</source>
        <translation>Forme</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportation</translation>
    </message>
    <message>
        <source>&amp;Use These Options For</source>
        <translation>&amp;Utiliser ces options pour</translation>
    </message>
</context>
<context>
    <name>platen::ui::PageExport</name>
    <message>
        <source>%1 is named like no format that can be written: jpg, png, tif or pdf</source>
        <translation>%1 ne porte le nom d’aucun format qui puisse être écrit : jpg, png, tif ou pdf</translation>
    </message>
    <message>
        <source>%1 is named like another format than the one chosen</source>
        <translation>%1 porte le nom d’un autre format que celui choisi</translation>
    </message>
    <message>
        <source>Bitonal pages can&apos;t be kept in a JPEG: choose PNG, TIFF or PDF</source>
        <translation>Les pages en noir et blanc ne peuvent être gardées en JPEG : choisissez PNG, TIFF ou PDF</translation>
    </message>
    <message>
        <source>%1 is a file, not a folder</source>
        <translation>%1 est un fichier, pas un dossier</translation>
    </message>
    <message>
        <source>%1 would overwrite a photo: choose another folder or name</source>
        <translation>%1 écraserait une photo : choisissez un autre dossier ou un autre nom</translation>
    </message>
    <message>
        <source>%1 and %2 would both become %3: export them into different folders</source>
        <translation>%1 et %2 deviendraient tous deux %3 : exportez-les dans des dossiers différents</translation>
    </message>
    <message>
        <source>%1 would be written twice: choose another name</source>
        <translation>%1 serait écrit deux fois : choisissez un autre nom</translation>
    </message>
    <message>
        <source>%1 and %2 would both keep their warp as %3: export them into different folders</source>
        <translation>%1 et %2 garderaient tous deux leur déformation dans %3 : exportez-les dans des dossiers différents</translation>
    </message>
    <message>
        <source>%1 is there already and was not replaced</source>
        <translation>%1 existe déjà et n’a pas été remplacé</translation>
    </message>
    <message>
        <source>It was not fitted: its fit was stopped</source>
        <translation>La photo n’a pas été ajustée : l’ajustement a été arrêté</translation>
    </message>
    <message>
        <source>Several photos need a folder, a .pdf or a .tif: %1 takes one page</source>
        <translation>Plusieurs photos demandent un dossier, un .pdf ou un .tif : %1 ne prend qu’une page</translation>
    </message>
    <message>
        <source>%1 is named as a picture, and would hold the fit of one: choose another name</source>
        <translation>%1 porte le nom d’une image et contiendrait l’ajustement d’une image : choisissez un autre nom</translation>
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
        <translation>Telle que mesurée</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>Personnalisé</translation>
    </message>
    <message>
        <source>Width of the paper in millimetres</source>
        <translation>Largeur du papier en millimètres</translation>
    </message>
    <message>
        <source>Height of the paper in millimetres</source>
        <translation>Hauteur du papier en millimètres</translation>
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
        <translation>En attente</translation>
    </message>
    <message>
        <source>Fitting…</source>
        <translation>Ajustement…</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Terminée</translation>
    </message>
    <message>
        <source>Needs a look</source>
        <translation>À vérifier</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Échec</translation>
    </message>
    <message>
        <source>confidence %1 %</source>
        <translation>confiance %1 %</translation>
    </message>
    <message>
        <source>Page %1: %2</source>
        <translation>Page %1 : %2</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Arrêtée</translation>
    </message>
    <message>
        <source>Page › Go On (F5) carries on with its fit</source>
        <translation>Page › Continuer (F5) poursuit son ajustement</translation>
    </message>
</context>
<context>
    <name>platen::ui::PhotoListPanel</name>
    <message>
        <source>Only those to look at</source>
        <translation>Seulement celles à vérifier</translation>
    </message>
    <message>
        <source>Photos</source>
        <translation>Photos</translation>
    </message>
    <message>
        <source>In order</source>
        <translation>Dans l’ordre</translation>
    </message>
    <message>
        <source>Worst first</source>
        <translation>Les pires d’abord</translation>
    </message>
    <message>
        <source>Order of the photos</source>
        <translation>Ordre des photos</translation>
    </message>
    <message>
        <source>No photos</source>
        <translation>Aucune photo</translation>
    </message>
    <message>
        <source>1 photo</source>
        <translation>1 photo</translation>
    </message>
    <message numerus="yes">
        <source>%n photos</source>
        <translation>
            <numerusform>%n photo</numerusform>
            <numerusform>%n photos</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to be fitted</source>
        <translation>%1 à ajuster</translation>
    </message>
    <message>
        <source>%1 to look at</source>
        <translation>%1 à vérifier</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 en échec</translation>
    </message>
    <message>
        <source>Find by name</source>
        <translation>Chercher par nom</translation>
    </message>
    <message>
        <source>Find photos by name</source>
        <translation>Chercher des photos par nom</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Par nom</translation>
    </message>
    <message>
        <source>%1 stopped</source>
        <translation>%1 arrêtées</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n photos</source>
        <translation>
            <numerusform>%1 sur %n photo</numerusform>
            <numerusform>%1 sur %n photos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>platen::ui::PhotoMenu</name>
    <message>
        <source>&amp;Free Point</source>
        <translation>&amp;Libérer le point</translation>
    </message>
    <message>
        <source>&amp;Remove Line</source>
        <translation>&amp;Supprimer la ligne</translation>
    </message>
    <message>
        <source>&amp;Pin Point Here</source>
        <translation>&amp;Fixer le point ici</translation>
    </message>
</context>
<context>
    <name>platen::ui::PhotoSession</name>
    <message>
        <source>Go On</source>
        <translation>Continuer</translation>
    </message>
    <message>
        <source>Draw Level Line</source>
        <translation>Tracer une ligne horizontale</translation>
    </message>
    <message>
        <source>Draw Upright Line</source>
        <translation>Tracer une ligne verticale</translation>
    </message>
    <message>
        <source>Pin Point</source>
        <translation>Poser un point</translation>
    </message>
    <message>
        <source>Free Point</source>
        <translation>Libérer un point</translation>
    </message>
    <message>
        <source>Remove Line</source>
        <translation>Supprimer une ligne</translation>
    </message>
    <message>
        <source>Free All Points</source>
        <translation>Libérer tous les points</translation>
    </message>
    <message>
        <source>Move Spine</source>
        <translation>Déplacer le pli</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Réinitialiser</translation>
    </message>
    <message>
        <source>Copy Shape</source>
        <translation>Copier la forme</translation>
    </message>
    <message>
        <source>Move Point</source>
        <translation>Déplacer un point</translation>
    </message>
    <message>
        <source>Outline by Hand</source>
        <translation>Contour à la main</translation>
    </message>
    <message>
        <source>Split into Two Pages</source>
        <translation>Partager en deux pages</translation>
    </message>
    <message>
        <source>Take as One Page</source>
        <translation>Prendre comme une seule page</translation>
    </message>
</context>
<context>
    <name>platen::ui::PhotoView</name>
    <message>
        <source>Photo</source>
        <translation>Photo</translation>
    </message>
    <message>
        <source>The photo with the grid of its page. Plus and minus zoom, 0 fits, 1 shows actual size, arrows move. With the point tool, Return goes through the handles, arrows move the chosen one and Escape lets go of it.</source>
        <translation>La photo avec la grille de sa page. Plus et moins zooment, 0 ajuste, 1 montre la taille réelle, les flèches déplacent. Avec l’outil Point, Entrée parcourt les poignées, les flèches déplacent celle choisie et Échap la lâche.</translation>
    </message>
    <message>
        <source>Corner, %1 % across and %2 % down the page</source>
        <translation>Coin, à %1 % en largeur et %2 % en hauteur de la page</translation>
    </message>
    <message>
        <source>Side, %1 % across and %2 % down the page</source>
        <translation>Côté, à %1 % en largeur et %2 % en hauteur de la page</translation>
    </message>
    <message>
        <source>Grid point, %1 % across and %2 % down the page</source>
        <translation>Point de grille, à %1 % en largeur et %2 % en hauteur de la page</translation>
    </message>
    <message>
        <source>Pin, %1 % across and %2 % down the page</source>
        <translation>Point posé, à %1 % en largeur et %2 % en hauteur de la page</translation>
    </message>
    <message>
        <source>Line set by hand, number %1</source>
        <translation>Ligne posée à la main, numéro %1</translation>
    </message>
</context>
<context>
    <name>platen::ui::ProjectActions</name>
    <message>
        <source>Saved</source>
        <translation>Enregistré</translation>
    </message>
    <message>
        <source>Open Project</source>
        <translation>Ouvrir un projet</translation>
    </message>
    <message>
        <source>Platen projects (*%1)</source>
        <translation>Projets Platen (*%1)</translation>
    </message>
    <message>
        <source>Save Project</source>
        <translation>Enregistrer le projet</translation>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation>Enregistrer les modifications de %1 ?</translation>
    </message>
    <message>
        <source>Otherwise they are lost.</source>
        <translation>Sinon elles seront perdues.</translation>
    </message>
    <message>
        <source>The project was changed elsewhere after its last edits here.</source>
        <translation>Le projet a été modifié ailleurs après les dernières modifications faites ici.</translation>
    </message>
    <message>
        <source>These edits were never saved. Go on with them, or with the file as it is now?</source>
        <translation>Ces modifications n’ont jamais été enregistrées. Continuer avec elles, ou avec le fichier tel qu’il est ?</translation>
    </message>
    <message>
        <source>&amp;Edits</source>
        <translation>&amp;Modifications</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Fichier</translation>
    </message>
    <message>
        <source>Save all the same?</source>
        <translation>Enregistrer quand même ?</translation>
    </message>
    <message>
        <source>The photos and edits of that session are back</source>
        <translation>Les photos et les modifications de cette session sont de retour</translation>
    </message>
    <message>
        <source>The photos and edits of the last session, which were never saved, are back</source>
        <translation>Les photos et les modifications de la dernière session, jamais enregistrées, sont de retour</translation>
    </message>
    <message>
        <source>Edits that were never saved are back</source>
        <translation>Les modifications jamais enregistrées sont de retour</translation>
    </message>
    <message>
        <source>%1 is there already.</source>
        <translation>%1 existe déjà.</translation>
    </message>
    <message>
        <source>Replace it? What is in it is lost.</source>
        <translation>Le remplacer ? Son contenu sera perdu.</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>&amp;Remplacer</translation>
    </message>
</context>
<context>
    <name>platen::ui::ProjectKeeper</name>
    <message>
        <source>Join Sessions</source>
        <translation>Réunir les sessions</translation>
    </message>
</context>
<context>
    <name>platen::ui::RecentFiles</name>
    <message>
        <source>None yet</source>
        <translation>Aucun</translation>
    </message>
    <message>
        <source>Clear the List</source>
        <translation>Vider la liste</translation>
    </message>
</context>
</TS>
