import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { NamedOperation } from '@sherpa/contracts/operation'

const contracts = join(import.meta.dirname, '../../../packages/contracts/src')

/** Every operation of the contracts. */
export async function allOperations(): Promise<NamedOperation[]> {
  const files = readdirSync(contracts).filter((name) => name.endsWith('-operations.ts'))
  const modules = await Promise.all(files.map((name) => import(join(contracts, name))))
  return modules.flatMap((module) => Object.values<Record<string, NamedOperation>>(module)).flatMap(Object.values)
}
