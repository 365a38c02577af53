// npm run release: writes release/sherpa-<version>-<commit>.tar.gz. Two runs on the same commit write the same bytes.
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { billOfMaterials } from './bill-of-materials.ts'
import { bundleServer } from './bundle-server.ts'
import { changelog } from './changelog.ts'
import { describeCommit, releaseName } from './describe-commit.ts'
import { productionPackages } from './production-packages.ts'
import { writeTarball } from './write-tarball.ts'

const root = join(import.meta.dirname, '../..')
/** Packages that read files of their own. */
const UNBUNDLED = ['pdfkit', '@fontsource/noto-sans']
const NOT_NEEDED = /\.(map|md|markdown|woff2|css|d\.[cm]?ts)$/
const ASSETS = ['persistence/migrations', 'persistence/functions', 'http/api-docs', 'domains/demo/visitor-page.css']

const { version } = readJson('package.json') as { version: string }
const commit = describeCommit(root)
const release = releaseName(version, commit.commit)
const name = `sherpa-${release}`
const staging = join(root, 'release', name)
rmSync(staging, { recursive: true, force: true })
mkdirSync(staging, { recursive: true })

await bundleServer({ root, into: staging, external: UNBUNDLED })
for (const asset of ASSETS) copy(`apps/server/src/${asset}`, (path) => !path.endsWith('.ts'))
for (const app of ['site', 'platform']) copy(`apps/${app}/dist`, (path) => !path.endsWith('/.built-from'))
for (const folder of productionPackages(readJson('package-lock.json') as never, UNBUNDLED)) {
  // Nested packages are entries of their own.
  copy(folder, (path) => !NOT_NEEDED.test(path) && !path.slice(join(root, folder).length).includes('/node_modules'))
}
copy('deploy', () => true)
copy('docs', (path) => path.endsWith('.md'))
copy('SECURITY.md', () => true)
writeFileSync(join(staging, 'CHANGELOG.md'), changelog(root, version) ?? '')
writeFileSync(join(staging, 'sbom.json'), `${JSON.stringify(billOfMaterials(root, commit.committedAt), null, 2)}\n`)
mkdirSync(join(staging, 'bin'))
cpSync(join(import.meta.dirname, 'sherpa.sh'), join(staging, 'bin/sherpa'))
chmodSync(join(staging, 'bin/sherpa'), 0o755)
writeFileSync(
  join(staging, 'package.json'),
  `${JSON.stringify({ name: 'sherpa', version, license: 'UNLICENSED', type: 'module' })}\n`,
)
writeFileSync(
  join(staging, 'VERSION'),
  `${JSON.stringify({ release, version, ...commit, migrations: hashes('migrations'), functions: hashes('functions') }, null, 2)}\n`,
)

const tarball = join(root, 'release', `${name}.tar.gz`)
const bytes = await writeTarball({ folder: staging, name, tarball, time: commit.committedAt })
rmSync(staging, { recursive: true })
console.log(`${tarball}: ${(bytes / 1e6).toFixed(1)} MB`)

function copy(path: string, filter: (source: string) => boolean) {
  cpSync(join(root, path), join(staging, path), {
    recursive: true,
    filter: (source) => statSync(source).isDirectory() || filter(source),
  })
}

function hashes(folder: string) {
  const directory = join(root, 'apps/server/src/persistence', folder)
  const files = readdirSync(directory).filter((file) => file.endsWith('.sql'))
  return Object.fromEntries(
    files.sort().map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(directory, file)))
        .digest('hex'),
    ]),
  )
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(root, file), 'utf8'))
}
