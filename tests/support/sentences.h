// The words that synthetic pages are printed with.
#pragma once

#include <array>
#include <string_view>

namespace platen::test {

inline constexpr std::array<std::string_view, 48> kSentences{
    "A page that lies flat on the table tells the reader nothing about its shape.",
    "Bend it, and every line of print becomes a small drawing of the surface that carries it.",
    "The eye forgives the bend at once; a machine that reads letters does not.",
    "Paper can be rolled and folded, but it hardly stretches, and that is the useful fact.",
    "Whoever knows the distances along the sheet can lay it flat again without guessing.",
    "Printers set their lines level and their margins upright for more than five hundred years.",
    "A photograph keeps none of these promises, because the camera stands where it can.",
    "Near the spine of a thick book the columns lean inward and the letters grow narrow.",
    "The light falls from one side, so the far slope of the page is a shade darker.",
    "Old librarians pressed such books under glass, which served the picture and hurt the binding.",
    "Today the book stays half open on a cushion and the correction is done with numbers.",
    "First the outline of the sheet is found against the desk on which it rests.",
    "Then the rows of print are followed from word to word until they end at the margin.",
    "Each row was straight once, and each margin was straight too, though nobody wrote down where.",
    "From many such rows the tilt of the camera and the curve of the paper can be told apart.",
    "A single row would not be enough, just as one rib does not give the shape of a boat.",
    "Folded letters are harder, for the crease breaks the smooth curve in two.",
    "A crease is narrow, but the ground on either side of it faces another way.",
    "Maps suffer most, being folded in both directions and opened a thousand times.",
    "Where two folds cross, the paper has a small scar that no press will remove.",
    "The miller kept his accounts on loose leaves that had been rolled in a tin for years.",
    "They sprang back into tubes whenever the clerk lifted his hand from the corner.",
    "He weighed them down with two stones, a candle and the inkwell, and copied what he could.",
    "A camera needs no stones, provided that somebody knows how a tube is unrolled.",
    "Wet paper dries into waves, and the waves follow the direction of its fibres.",
    "Such waves are shallow, yet they carry the small print up and down like a tide.",
    "The reader may test the result with a ruler laid along any line of the picture.",
    "If the ruler covers the feet of all letters, the work was done well.",
    "If the lines are straight but the circles are eggs, the distances were not respected.",
    "A good correction changes the place of every point and the colour of none.",
    "It also admits defeat where the sheet is hidden and leaves that corner as it was.",
    "Nothing is worse than a smooth invention where the original had a hole.",
    "The harbour master wrote his log in a narrow hand, twelve words to the line.",
    "On the fourth of March the wind came from the north and brought fine snow.",
    "Six boats stayed in the basin and one went out for the mail, returning after dark.",
    "The lamp at the mole was lit at five and burned until the morning without trouble.",
    "Next to the figures stands a drawing of the crane, made with three strokes of the pen.",
    "Every drawing of this kind is evidence too, since its frame was ruled with care.",
    "A table has its rules, a form its boxes, and a sheet of music its five fine lines.",
    "All of them were straight on the flat sheet, and all can be asked to be straight again.",
    "The measure of success is plain: how far is each point from where it ought to be?",
    "On a page as wide as a hand, a tenth of a millimetre is already hard to see.",
    "Larger errors hide in the corners, where few words stand to hold the surface.",
    "There the edge of the sheet must help, or a neighbouring line that runs on long enough.",
    "Patience is not needed for any of this; a modern desk computer takes less than a second.",
    "The longest step is often the reading of the photograph itself from the disk.",
    "What remains is a flat page, ready to be printed, searched, or simply read in peace.",
    "And the book, which nobody pressed under glass, goes back to its shelf unharmed.",
};

}  // namespace platen::test
