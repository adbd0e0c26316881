#!/bin/sh
# Installs Chromium for the browser tests, where that needs nobody's answer: as root, or with a sudo that asks for no
# password. Where it cannot, it says so in one line and goes on: those tests are then skipped.
set -u

for name in "${KICKDOOR_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
  if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then exit 0; fi
done

give_up() {
  echo "The browser tests are skipped: no Chromium found, and $1. Install it, or name one in KICKDOOR_CHROMIUM." >&2
  exit 0
}

command -v apt-get >/dev/null 2>&1 || give_up "there is no apt-get to install it with"
as_root=
if [ "$(id -u)" -ne 0 ]; then
  sudo -n true 2>/dev/null || give_up "installing it needs root"
  as_root="sudo -n"
fi
echo "Installing Chromium for the browser tests"
export DEBIAN_FRONTEND=noninteractive
install="$as_root apt-get install -qq -y --no-install-recommends chromium"
$install >/dev/null 2>&1 || { $as_root apt-get update -qq >/dev/null 2>&1 && $install >/dev/null 2>&1; } ||
  give_up "apt-get could not install it"
