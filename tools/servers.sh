#!/bin/sh
# Installs PostgreSQL and Redis for the tests of several machines, and Caddy and nginx for those of proxies, where that
# needs nobody's answer: as root, or with a sudo that asks for no password. Where it cannot, it says so in one line and
# goes on: those tests are then skipped.
# Nothing of theirs is left running: the tests start servers of their own, and end them.
set -u

missing=
if ! command -v postgres >/dev/null 2>&1 && ! ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1; then
  missing="postgresql"
fi
command -v redis-server >/dev/null 2>&1 || missing="$missing redis-server"
command -v caddy >/dev/null 2>&1 || missing="$missing caddy"
command -v nginx >/dev/null 2>&1 || [ -x /usr/sbin/nginx ] || missing="$missing nginx-light"
[ -n "$missing" ] || exit 0

give_up() {
  echo "The tests of several machines and of proxies are skipped as far as they need it: no" $missing "found, and $1." >&2
  exit 0
}

command -v apt-get >/dev/null 2>&1 || give_up "there is no apt-get to install it with"
as_root=
if [ "$(id -u)" -ne 0 ]; then
  sudo -n true 2>/dev/null || give_up "installing it needs root"
  as_root="sudo -n"
fi
echo "Installing" $missing "for the tests of several machines and of proxies"
export DEBIAN_FRONTEND=noninteractive
install="$as_root apt-get install -qq -y --no-install-recommends $missing"
$install >/dev/null 2>&1 || { $as_root apt-get update -qq >/dev/null 2>&1 && $install >/dev/null 2>&1; } ||
  give_up "apt-get could not install it"
for service in postgresql redis-server caddy nginx; do
  case "$missing" in *"$service"*) $as_root service "$service" stop >/dev/null 2>&1 || true ;; esac
done
