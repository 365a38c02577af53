import { BadSetting } from './config.ts'
import { IncompleteSite } from './http/hosted-site.ts'
import { NoWritableHost } from './persistence/database-hosts.ts'
import { MigrationRefused } from './persistence/migration-files.ts'

/** Message for the operator; unexpected errors keep their stack. */
export function explain(error: unknown) {
  if ([BadSetting, IncompleteSite, MigrationRefused, NoWritableHost].some((kind) => error instanceof kind))
    return (error as Error).message
  const { code, port, path, syscall, hostname } = error as NodeJS.ErrnoException & { port?: number; hostname?: string }
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use: stop what runs there, or choose another with ${port === Number(process.env.PLATFORM_PORT ?? 3001) ? 'PLATFORM_PORT' : 'PORT'}=…`
  if (code === 'EACCES' && syscall === 'listen') {
    return `This user may not listen on port ${port}: choose one above 1023 with PORT=…`
  }
  if (code === 'EACCES' || code === 'EPERM') return `This user may not use ${path}: check its permissions.`
  if (code === 'EADDRNOTAVAIL' || (code === 'ENOTFOUND' && hostname === process.env.HOST))
    return `HOST ${process.env.HOST} is not an address of this machine.`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000') {
    return `The database at DATABASE_URL does not let us in (${code}): check the address, the user and the password.`
  }
  return error
}
