// For `node --import`: prints the loaded packages of OpenTelemetry at exit. prom-client and better-auth import its API and constants
// themselves; these imports do not count.
import { registerHooks } from 'node:module'

const DEPENDENCIES = /\/(prom-client|@better-auth|@opentelemetry\/(api|semantic-conventions))\//
const packages = new Set<string>()
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const [, name] = /\/@opentelemetry\/([^/]+)\//.exec(resolved.url) ?? []
    if (name && !DEPENDENCIES.test(context.parentURL ?? '')) packages.add(name)
    return resolved
  },
})
process.on('exit', () => console.log(JSON.stringify({ packages: [...packages] })))
