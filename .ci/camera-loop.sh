#!/usr/bin/env bash
# camera-loop.sh [WIDTH HEIGHT], inside `.ci/vm.sh run`: joins vivid's video output (/dev/video1) to its input (/dev/video0), so
# that frames written to the one come out of the other as from a real V4L2 camera, 60 a second. Seen to work with 640 480.
#   write  v4l2-ctl -d1 --stream-out-mmap --stream-from=frames.raw --stream-loop     (raw BGR frames, one after another)
#   read   cv2.VideoCapture(0, cv2.CAP_V4L2)
#   unplug v4l2-ctl -d0 -c disconnect=1
# Needs v4l-utils.
set -eu
width=${1:-640}
height=${2:-480}
timings="width=$width,height=$height,interlaced=0,polarities=0,pixelclock=25175000,hfp=16,hs=96,hbp=48,vfp=10,vs=2,vbp=33"

v4l2-ctl -d1 -o 1
v4l2-ctl -d0 -c hdmi_000_0_is_connected_to=2
v4l2-ctl -d0 -c osd_text_mode=2 # no text over the picture
v4l2-ctl -d1 --set-dv-bt-timings "$timings"
v4l2-ctl -d0 -i 3
v4l2-ctl -d0 --set-dv-bt-timings "$timings"
v4l2-ctl -d1 --set-fmt-video-out=width="$width",height="$height",pixelformat=BGR3
v4l2-ctl -d0 --set-fmt-video=width="$width",height="$height",pixelformat=BGR3
