#!/bin/bash
# Prepares the root of the second machine and runs bash in it. It has this machine's system programs and libraries read-only,
# Node, npm and npm's cache; nothing else of this machine. Needs its own mount namespace. With a process id, it also needs
# its own network namespace, and connects it to that of the process.
#
#   enter.sh ROOT REPO NODE NPM CACHE [PID INTERFACE ADDRESS MASK HOST_ADDRESS...]
set -euo pipefail
ROOT=$1 REPO=$2 NODE=$3 NPM=$4 CACHE=$5

bind() {
  if [ -d "$1" ]; then mkdir -p "$2"; else mkdir -p "$(dirname "$2")" && touch "$2"; fi
  mount --rbind "$1" "$2"
}
bind_read_only() {
  bind "$1" "$2"
  mount -o remount,bind,ro "$2"
}

bind_read_only /usr "$ROOT/usr"
for name in bin sbin lib lib32 lib64 libx32; do
  if [ -L "/$name" ]; then cp -P "/$name" "$ROOT/$name"; elif [ -d "/$name" ]; then bind_read_only "/$name" "$ROOT/$name"; fi
done
bind_read_only "$NODE" "$ROOT/opt/node/bin/node"
bind_read_only "$NPM" "$ROOT/opt/node/lib/npm"
for name in npm npx; do ln -s "../lib/npm/bin/$name-cli.js" "$ROOT/opt/node/bin/$name"; done
bind "$CACHE" "$ROOT/root/.npm/_cacache"
# Hides a repository below /usr.
if [ -d "$ROOT$REPO" ]; then mount -t tmpfs tmpfs "$ROOT$REPO"; fi

mkdir -p "$ROOT/proc" "$ROOT/dev/shm" "$ROOT/tmp" "$ROOT/var/tmp" "$ROOT/etc/ssl"
chmod 1777 "$ROOT/tmp" "$ROOT/var/tmp" "$ROOT/dev/shm"
for name in null zero full random urandom; do bind "/dev/$name" "$ROOT/dev/$name"; done
ln -s /proc/self/fd "$ROOT/dev/fd"
for name in passwd group nsswitch.conf ld.so.cache os-release ssl/certs fonts alternatives chromium chromium.d; do
  if [ -e "/etc/$name" ]; then cp -dR "/etc/$name" "$ROOT/etc/$name"; fi
done

if [ $# -gt 5 ]; then
  PID=$6 INTERFACE=$7 ADDRESS=$8 MASK=$9
  ip link add eth0 type veth peer name "$INTERFACE" netns "$PID"
  ip address add "$ADDRESS/$MASK" dev eth0
  ip link set lo up
  ip link set eth0 up
  for host_address in "${@:10}"; do
    nsenter --target "$PID" --net ip address add "$host_address/$MASK" dev "$INTERFACE"
  done
  nsenter --target "$PID" --net ip link set "$INTERFACE" up
else
  cp -L /etc/resolv.conf "$ROOT/etc/"
fi

cd /
exec unshare --pid --fork --kill-child --mount-proc="$ROOT/proc" chroot "$ROOT" /usr/bin/bash -s
