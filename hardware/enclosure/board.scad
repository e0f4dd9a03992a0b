// Sizes of the game, the camera and the strip, in millimetres. Measure yours and change them here, or with openscad -D.
// The two printed parts, camera_arm.scad and strip_holder.scad, take all their sizes from this file.

// The game: width over everything, height of the frame above the table, depth of the frame without its feet, the distance
// of two columns, and the height of the middle of the grid above the table.
board_width = 270;
board_height = 235;
board_depth = 32;
column_pitch = 34.5;
grid_middle_height = 130;

// The camera: distance of its lens from the face of the board, and by how much it looks down.
camera_distance = 400;
camera_tilt = 12;

// Height of the lens above the table: on a line through the middle of the grid.
lens_height = grid_middle_height + camera_distance * tan(camera_tilt);

// Camera Module 2 and 3: board of 25 x 24 mm with its cable below, holes for M2 on a rectangle of 21 x 12.5 mm, whose lower
// pair is at the height of the lens.
camera_board = [25, 24];
camera_holes = [21, 12.5];
camera_hole_diameter = 2.2;
lens_opening = 12;

// A wooden lath that lies on the table from the camera's foot to the feet of the board and keeps their distance.
lath_width = 30;
lath_thickness = 5;

// The strip: width of its board with room to slide in, thickness with the LEDs, and distances of two LEDs: 60 LEDs a metre
// for the scores, 30 a metre under the columns.
strip_width = 10.6;
strip_thickness = 3;
score_led_pitch = 1000 / 60;
column_led_pitch = 1000 / 30;
score_leds = 10;
column_leds = 7;

// Printing.
wall = 2.4;
clearance = 0.3;
