// A channel for a piece of the strip, tilted to the players' eyes, with a lip that keeps its light off the face of the board.
// Print `piece = "columns"` once (in front of the board, one LED under each column) and `piece = "score"` twice (its left
// and right continuation). LED 1 of each piece sits half a pitch from the end, so pieces in a row keep their pitch.
include <board.scad>

piece = "columns"; // ["columns", "score"]

pitch = piece == "columns" ? column_led_pitch : score_led_pitch;
leds = piece == "columns" ? column_leds : score_leds;
length = leds * pitch;
channel_depth = strip_thickness + 2;
tilt = 35;
lip = 7;

inner = strip_width + clearance;
outer = inner + 2 * wall;
$fn = 48;

// The profile lies in y (towards the board) and z (up); x runs along the strip.
module profile() {
  difference() {
    union() {
      // Channel, tilted away from the board, to the players and the camera.
      translate([0, wall]) rotate(tilt) difference() {
        square([outer, channel_depth + wall]);
        translate([wall, wall]) square([inner, channel_depth + 1]);
        // A groove takes a diffuser (baking paper or a strip of opal film).
        translate([wall - 0.8, wall + strip_thickness]) square([inner + 1.6, 0.8]);
      }
      // Foot, and the lip on the board's side.
      square([outer, wall]);
      translate([outer * cos(tilt) - wall, 0]) square([wall, wall + outer * sin(tilt) + lip]);
      polygon([[0, 0], [outer * cos(tilt), 0], [outer * cos(tilt), wall + outer * sin(tilt)], [0, wall]]);
    }
    // Nothing below the table.
    translate([-50, -100]) square([200, 100]);
  }
}

difference() {
  rotate([90, 0, 90]) linear_extrude(length) profile();
  // Notches for the three wires at both ends.
  for (x = [-1, length - 7])
    translate([x, outer * cos(tilt) / 2 - 4, -1]) cube([8, 6, wall + 1.5]);
}
