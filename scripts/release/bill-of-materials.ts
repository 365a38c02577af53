import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Locked = { dev?: boolean; devOptional?: boolean; version?: string; devDependencies?: object }
type Bill = {
  serialNumber?: string
  metadata: { timestamp: string; tools?: object; component: { name: string } }
  components: { name: string; version: string; licenses?: object[] }[]
}

/**
 * The packages of production as CycloneDX, the same for every build of a commit. `npm sbom --omit dev` leaves out what
 * development uses too, such as React, so npm sees a project without development.
 */
export function billOfMaterials(root: string, committedAt: string): Bill {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  const packages = Object.fromEntries(
    Object.entries(lock.packages)
      .filter(([, { dev, devOptional }]) => !dev && !devOptional)
      // Packages of our own have no version, and npm asks for one.
      .map(([path, { devDependencies, ...locked }]) => [path, { version: '0.0.0', ...locked }]),
  )
  const project = mkdtempSync(join(tmpdir(), 'sherpa-'))
  try {
    writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ ...lock, packages }))
    for (const [path, locked] of Object.entries(packages)) {
      if (path.includes('node_modules')) continue
      mkdirSync(join(project, path), { recursive: true })
      writeFileSync(join(project, path, 'package.json'), JSON.stringify(locked))
    }
    const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error']
    const { serialNumber, ...bill } = JSON.parse(
      execFileSync('npm', args, { cwd: project, encoding: 'utf8', maxBuffer: 1e8 }),
    ) as Bill
    const { tools, ...metadata } = bill.metadata
    const component = { ...metadata.component, name: 'sherpa' }
    return { ...bill, metadata: { ...metadata, timestamp: committedAt, component } }
  } finally {
    rmSync(project, { recursive: true })
  }
}
