#!/bin/sh
# /usr/local/sbin/sherpa: runs a command of the current release with the settings of the service, as its user.
set -ea
. /etc/sherpa/sherpa.env
cd /var/lib/sherpa
exec runuser -u sherpa -- /opt/sherpa/bin/sherpa "$@"
