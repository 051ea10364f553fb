#!/usr/bin/env bash
# Records a session with the demo model in a copy of examples/tour and draws it as docs/images/session.svg.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
columns=100
scratch=$(mktemp -d)
# The path is in the picture, so it should be a short one; what lies there already is somebody else's.
app=/tmp/my-app
mkdir "$app"
trap 'rm -rf "$scratch" "$app"' EXIT
mkdir -p "$scratch/home" docs/images
cp -R examples/tour/. "$app"
mkdir "$app/.git"

# A person types slowly; `script` is the terminal. No key and no local server: the demo model answers.
type_lines() {
  sleep 3
  for line in "/greet Alice" "read src/greeting.tsx" "/look-around src" "/exit"; do
    printf '%s\r' "$line"
    sleep 3
  done
}
cd "$app"
type_lines | env -i PATH="$PATH" HOME="$scratch/home" TERM=xterm-256color LANG=C.UTF-8 OLLAMA_HOST=http://127.0.0.1:9 \
  script -qfc "stty cols $columns rows 40; node '$root/dist/bin.cjs' --trust" "$scratch/session.log" >/dev/null
cd "$root"
node scripts/terminal-picture.mjs "$scratch/session.log" docs/images/session.svg "$columns"
