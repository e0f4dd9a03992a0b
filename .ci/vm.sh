#!/usr/bin/env bash
# Runs a command on a real Linux kernel with real devices, where no Raspberry Pi is at hand: a User Mode Linux kernel, which
# is an ordinary program, on this machine's own files. It needs no KVM, no qemu and no disk image.
#
#   .ci/vm.sh build                 make the kernel, once, from Debian's linux-source-6.12 (about 8 minutes on two cores)
#   .ci/vm.sh run COMMAND [ARG...]  boot it (about a second), run the command as root in this folder, end with its status
#
# Inside there is
#   /dev/gpiochip0     54 lines, label pinctrl-bcm2711 (gpio-sim); a line is seen and moved from outside through
#                      /sys/devices/platform/gpio-sim*/gpiochip*/sim_gpioN/{value,pull}: `value` tells what a program drives,
#                      "pull-down" written to `pull` presses a button that is wired to ground
#   /dev/spidev0.0     a real SPI device on GPIO 8 to 11 (spi-gpio); nothing listens
#   /dev/video0        a V4L2 camera (vivid); `v4l2-ctl -c disconnect=1` unplugs it; see camera-loop.sh for pictures of one's own
#   /proc/device-tree  that of a Raspberry Pi 4B
# There is no PWM hardware and no picamera2.
#
# Variables: POP10_VM_CACHE is where the kernel is kept, MEMORY the size of the machine, SECONDS_ALLOWED the time for a run,
# BOARD_REVISION the revision code that gpiozero and rpi-ws281x read (c03114 is a Pi 4B, d04170 a Pi 5).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
cache=${POP10_VM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/pop10-vm}
# Another configuration is another kernel.
kernel=$cache/linux-$(cksum < "$here/vm.config" | cut -d ' ' -f 1)
memory=${MEMORY:-1G}
seconds_allowed=${SECONDS_ALLOWED:-300}
board_revision=${BOARD_REVISION:-c03114}

build() {
  local scratch=$cache/build source object mirror
  [ ! -x "$kernel" ] || { echo "there is one already: $kernel"; return; }
  rm -rf "$scratch"
  mkdir -p "$scratch"/apt/etc/apt/{preferences.d,apt.conf.d} "$scratch"/apt/var/lib/apt/lists/partial \
    "$scratch"/apt/var/cache/apt/archives/partial "$scratch"/apt/var/lib/dpkg
  touch "$scratch/apt/var/lib/dpkg/status"
  apt-get update -q
  apt-get install -q -y --no-install-recommends flex bison bc xz-utils device-tree-compiler make gcc libc6-dev
  # The mirror is the one that this machine's own apt uses; the release is the one that has this kernel's source. A state of
  # apt's own, in the scratch folder, keeps the machine's package lists as they are.
  # shellcheck disable=SC2016  # apt expands it
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -n 1)
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" > "$scratch/apt/etc/apt/sources.list"
  cat > "$scratch/apt.conf" <<END
Dir "$scratch/apt";
Dir::State "$scratch/apt/var/lib/apt";
Dir::State::status "$scratch/apt/var/lib/dpkg/status";
Dir::Cache "$scratch/apt/var/cache/apt";
Dir::Etc "$scratch/apt/etc/apt";
END
  (
    export APT_CONFIG="$scratch/apt.conf"
    apt-get update -q
    cd "$scratch" && apt-get download linux-source-6.12
  )
  (cd "$scratch" && dpkg-deb -x linux-source-6.12_*.deb unpacked && tar xJf unpacked/usr/src/linux-source-6.12.tar.xz)
  source=$scratch/linux-source-6.12
  object=$scratch/object
  # This kernel keeps 2696 bytes for the registers of vectors; where the processor has AMX they take 11008, and every program
  # in it would end at its start ("ptrace set fp regs failed"). They lie on the kernel's stacks: see KERNEL_STACK_ORDER.
  sed -i 's/DEFINE_LONGS(HOST_FP_SIZE, 2696)/DEFINE_LONGS(HOST_FP_SIZE, 12288)/' "$source/arch/x86/um/user-offsets.c"
  grep -q 'HOST_FP_SIZE, 12288' "$source/arch/x86/um/user-offsets.c"
  mkdir -p "$object"
  make -C "$source" ARCH=um O="$object" tinyconfig > /dev/null
  (
    cd "$object"
    "$source/scripts/kconfig/merge_config.sh" -m -O . .config "$here/vm.config" > /dev/null
    make ARCH=um olddefconfig > /dev/null
    nice make ARCH=um -j"$(nproc)" linux > /dev/null
  )
  # Named only when it is whole, so that a build that was cut short is not taken for a kernel.
  strip -o "$kernel.new" "$object/linux"
  mv "$kernel.new" "$kernel"
  rm -rf "$scratch"
  ls -l "$kernel"
}

device_tree() {
  cat <<END
/dts-v1/;
/ {
  #address-cells = <1>;
  #size-cells = <1>;
  compatible = "raspberrypi,4-model-b", "brcm,bcm2711";
  model = "Raspberry Pi 4 Model B Rev 1.4";
  system { linux,revision = <0x$board_revision>; };
  gpio-sim {
    compatible = "gpio-simulator";
    bank0: bank0 { gpio-controller; #gpio-cells = <2>; ngpios = <54>; gpio-sim,label = "pinctrl-bcm2711"; };
  };
  spi {
    compatible = "spi-gpio";
    #address-cells = <1>;
    #size-cells = <0>;
    sck-gpios = <&bank0 11 0>;
    mosi-gpios = <&bank0 10 0>;
    miso-gpios = <&bank0 9 0>;
    cs-gpios = <&bank0 8 1>;
    num-chipselects = <1>;
    spidev@0 { compatible = "rohm,dh2228fv"; reg = <0>; spi-max-frequency = <25000000>; };
  };
};
END
}

# The first process inside: puts the file systems in place, runs the command with the caller's variables, switches off.
init() {
  cat <<END
#!/bin/bash
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t configfs cfg /sys/kernel/config
mount -t debugfs dbg /sys/kernel/debug
mkdir -p /dev/shm
mount -t tmpfs shm /dev/shm
mount -t tmpfs run /run
ip link set lo up 2>/dev/null
# gpiozero reads the board's revision here; the device tree has it too.
cp $folder/cpuinfo /run/cpuinfo
mount --bind /run/cpuinfo /proc/cpuinfo
while IFS= read -r -d '' variable; do export "\$variable"; done < $folder/variables
cd "\$(cat $folder/cwd)"
bash -c "\$(cat $folder/command)" > $folder/output 2>&1
echo \$? > $folder/status
sync
poweroff -f 2>/dev/null || /sbin/poweroff -f
END
}

run() {
  local follower status
  [ -x "$kernel" ] || { echo "there is no kernel in $cache; .ci/vm.sh build makes it" >&2; exit 125; }
  command -v dtc > /dev/null || { echo "dtc is missing: apt-get install device-tree-compiler" >&2; exit 125; }
  folder=$(mktemp -d /tmp/pop10-vm.XXXXXX)
  printf '%q ' "$@" > "$folder/command"
  pwd > "$folder/cwd"
  env -0 | grep -zE '^(PATH|HOME|LANG|PYTHON|GPIOZERO|PYTEST|POP10|CI)' > "$folder/variables" || true
  printf 'processor\t: 0\nRevision\t: %s\nModel\t\t: Raspberry Pi (simulated)\n' "$board_revision" > "$folder/cpuinfo"
  device_tree | dtc -q -I dts -O dtb -o "$folder/pi.dtb" -
  init > "$folder/init"
  chmod +x "$folder/init"
  : > "$folder/output"
  tail -f "$folder/output" --pid=$$ &
  follower=$!
  timeout -s KILL "$seconds_allowed" "$kernel" dtb="$folder/pi.dtb" mem="$memory" \
    root=/dev/root rootfstype=hostfs hostfs=/ rw init="$folder/init" con=null con0=null,fd:1 quiet \
    > "$folder/console" 2>&1 < /dev/null || true
  sleep 0.2 # for the follower to catch up
  kill $follower 2> /dev/null || true
  status=$(cat "$folder/status" 2> /dev/null || echo 124)
  [ "$status" != 124 ] || tail -n 5 "$folder/console" >&2
  rm -rf "$folder"
  exit "$status"
}

case ${1:-} in
  build) build ;;
  run) shift; run "$@" ;;
  *) sed -n '2,/^set/{/^set/!p}' "$0"; exit 2 ;;
esac
