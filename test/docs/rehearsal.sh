# Stands in for what commands of the docs do to a machine. Each says what it was asked for, and fails where the command
# names something that is not there. What is not here, or would write outside of $STAGE, fails, wherever in a line it
# stands: a refusal is written down.
for tool in cat cp grep mkdir printenv realpath sort tr; do ln -s "$(type -P "$tool")" "$TOOLS/$tool"; done
PATH=$TOOLS
STAGE=$(realpath -- "$STAGE")
readonly PATH STAGE TOOLS UNITS REFUSALS

refuse() {
  echo "$*: there is no stand-in for it in test/docs/rehearsal.sh" >&2
  echo "$*" >> "$REFUSALS"
  return 1
}
command_not_found_handle() { refuse "$@"; }
kill() { refuse kill "$@"; }

# Of paths: each is in the stage, also behind links.
within() {
  local path
  for path in "$@"; do
    case "$(realpath -m -- "$path")/" in "$STAGE"/*) ;; *) refuse "writing to $path" || return 1 ;; esac
  done
}
cd() { within "$1" && builtin cd "$1"; }
cp() {
  case " $*" in *' -t'* | *' --target'*) refuse cp "$@" || return 1 ;; esac
  within "${!#}" && command cp "$@"
}
mkdir() {
  local word
  for word in "$@"; do
    case "$word" in -*) ;; *) within "$word" || return 1 ;; esac
  done
  command mkdir "$@"
}

npm() {
  echo "npm $*"
  case "$1" in
    ci) test -f package-lock.json ;;
    # Both runtimes of the turn models have the same version.
    install) grep -q "\"onnxruntime-web\": \"${3#onnxruntime-node@}\"" package.json ;;
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

# `openssl rand -base64 48`
openssl() { test "$1" = rand && echo 'some characters'; }

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
    printenv "$name" > /dev/null || { echo "$name is not set" >&2; return 1; }
  done
  test "$4" != exec || grep -q "^  $5:" "$3"
}

# `kubectl apply -f FILE`, and commands about secrets
kubectl() { echo "kubectl $*" && case "$1" in apply) test -f "$3" ;; get | create) test "$2" = secret ;; exec) test -f "$5" && test -f "$7" ;; *) return 1 ;; esac; }
base64() { test "$*" = -d && sort; }

# `helm install NAME FOLDER …`
helm() { echo "helm $*" && test "$1" = install && test -f "$3/Chart.yaml"; }

# `baresip -f FOLDER …`
baresip() { echo "baresip $*" && test -f "$2/config" && test -f "$2/accounts"; }

curl() { echo "curl $*"; }
# `api METHOD PATH …` of the quick start: the path is in the description of the API.
api() { echo "api $*" && grep -qF "\"${2%%\?*}\": {" openapi/openapi.json; }
# The id of what was made, as the path of an operation names it.
field() { cat > "$STAGE/answer" && echo "{$1}"; }
