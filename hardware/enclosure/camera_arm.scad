// The camera's stand: a foot that takes the end of a lath, a post, and a plate that carries the camera and looks down at the
// board. Print it lying on its side, without support. It stands 40 cm in front of the board; see ../README.md.
include <board.scad>

foot_length = 90;
foot_width = lath_width + 2 * wall + clearance;
foot_height = lath_thickness + clearance + wall;
post_depth = 14;
post_width = foot_width;
plate_thickness = 3;
plate_size = [camera_board[0] + 2 * wall, camera_board[1] + 2 * wall];
screw = 3.4;

$fn = 48;

// x goes to the right as the camera sees it, y towards the board, z up. The lath comes in from the front (y).
module foot() {
  difference() {
    translate([-foot_width / 2, -foot_length / 2, 0]) cube([foot_width, foot_length, foot_height]);
    // Room for the lath: open below, so that the foot stands on it and on its own two rims.
    translate([-(lath_width + clearance) / 2, -post_depth / 2, -1])
      cube([lath_width + clearance, foot_length, lath_thickness + clearance + 1]);
    // Two screws hold the lath from above.
    for (y = [post_depth, foot_length / 2 - 8])
      translate([0, y, -1]) cylinder(d = screw, h = foot_height + 2);
  }
}

module post() {
  height = lens_height - plate_size[1] / 2;
  // A thick edge to the back, a rib to the front: stiff in the direction in which it would nod.
  translate([-post_width / 2, -post_depth / 2, foot_height - 0.01]) cube([post_width, wall * 1.6, height - foot_height]);
  translate([-wall, -post_depth / 2, foot_height - 0.01]) cube([2 * wall, post_depth, height - foot_height]);
  // Gussets to the foot.
  for (x = [-post_width / 2, post_width / 2 - wall])
    translate([x, 0, foot_height - 0.01]) rotate([90, 0, 90])
      linear_extrude(wall) polygon([[-foot_length / 2, 0], [foot_length / 2, 0], [-post_depth / 2, 50]]);
}

module plate() {
  translate([0, -post_depth / 2 + plate_thickness / 2, lens_height]) rotate([-camera_tilt, 0, 0]) difference() {
    translate([-plate_size[0] / 2, -plate_thickness / 2, -plate_size[1] / 2 - 6])
      cube([plate_size[0], plate_thickness, plate_size[1] / 2 + 6 + camera_holes[1] + 4]);
    rotate([90, 0, 0]) cylinder(d = lens_opening, h = plate_thickness + 2, center = true);
    for (x = [-1, 1], z = [0, 1])
      translate([x * camera_holes[0] / 2, 0, z * camera_holes[1]])
        rotate([90, 0, 0]) cylinder(d = camera_hole_diameter, h = plate_thickness + 2, center = true);
  }
}

module neck() {
  // Fills the wedge between the post's top and the tilted plate.
  hull() {
    translate([-plate_size[0] / 2, -post_depth / 2, lens_height - plate_size[1] / 2 - 8]) cube([plate_size[0], wall, 2]);
    translate([-plate_size[0] / 2, -post_depth / 2, lens_height - plate_size[1] / 2 - 30]) cube([plate_size[0], wall, 2]);
    translate([0, -post_depth / 2 + plate_thickness / 2, lens_height]) rotate([-camera_tilt, 0, 0])
      translate([-plate_size[0] / 2, -plate_thickness / 2, -plate_size[1] / 2 - 6]) cube([plate_size[0], plate_thickness, 5]);
  }
}

union() {
  foot();
  post();
  neck();
  plate();
}
