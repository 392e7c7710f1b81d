# Stands in for what commands of the docs do to a machine. Each says what it was asked for, and fails where the command
# names something that is not there.
npm() {
  echo "npm $*"
  case "$1" in
    ci) test -f package-lock.json ;;
    start | test) grep -q "^    \"$1\":" package.json ;;
    run) grep -q "^    \"$2\":" package.json && yaml_exists "${@:3}" ;;
    *) return 1 ;;
  esac
}

yaml_exists() {
  local word
  for word in "$@"; do
    case "$word" in *.yaml | *.key) test -f "$word" || { echo "there is no $word" >&2; return 1; } ;; esac
  done
}

sudo() { "$@"; }
sudoedit() { echo "sudoedit $*" && test -f "$1"; }
useradd() { echo "useradd $*"; }
journalctl() { echo "journalctl $*"; }

# `git clone . FOLDER`
git() {
  echo "git $*"
  test "$1 $2" = 'clone .' && mkdir -p "$3" && cp -rL examples package.json package-lock.json "$3"
}

# What is enabled has been copied to where units are.
systemctl() {
  echo "systemctl $*"
  test "$1" = daemon-reload || test -f "$UNITS/${!#}.service"
}

# `docker compose -f FILE …`: what the file wants is set, and a service that is named is in it.
docker() {
  echo "docker $*"
  local name
  for name in $(grep -o '\${[A-Z_]*' "$3" | tr -d '${' | sort -u); do
    printenv "$name" > printed || { echo "$name is not set" >&2; return 1; }
  done
  test "$4" != exec || grep -q "^  $5:" "$3"
}

# `baresip -f FOLDER …`
baresip() { echo "baresip $*" && test -f "$2/config" && test -f "$2/accounts"; }

curl() { echo "curl $*"; }
