#!/usr/bin/env bash
# A client in a network of its own, whose cable is pulled while it watches. Says how many streams are open then and later.
set -euo pipefail
ip link set lo up
unshare -n sleep 300 & peer=$!
data=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$data"' EXIT
sleep 0.5
ip link add va type veth peer name vb
ip link set vb netns $peer
ip addr add 10.9.9.1/24 dev va && ip link set va up
nsenter -t $peer -n ip addr add 10.9.9.2/24 dev vb && nsenter -t $peer -n ip link set vb up
key=$(node bin/conclave.js keys create t --scope admin --data "$data/d" 2>/dev/null)
node bin/conclave.js serve --host 0.0.0.0 --port 4799 --data "$data/d" --workers 2 >/dev/null 2>&1 & server=$!
until curl -sf http://127.0.0.1:4799/health >/dev/null; do sleep 0.3; done
call() { curl -s -H "x-api-key: $key" "http://127.0.0.1:4799$1" "${@:2}"; }
open() { call /metrics | awk '/^conclave_open_streams/ { print $2 }'; }
body='{"format":"duet","topic":"x","start":false}'
id=$(call /api/v1/discussions -H 'content-type: application/json' -d "$body" | grep -o '"id":"[^"]*"' | head -1 | cut -d'"' -f4)
for _ in 1 2 3; do
  nsenter -t $peer -n curl -sN -H "x-api-key: $key" "http://10.9.9.1:4799/api/v1/discussions/$id/events" >/dev/null 2>&1 &
done
until [ "$(open)" = 3 ]; do sleep 0.3; done
echo "open: 3"
nsenter -t $peer -n ip link set vb down
sleep 60
echo "open: $(open)"
