import type { ImportMapping, ImportRow, WholeImport } from '@sherpa/contracts/athlete-import'
import type { ImportAnswer } from '@sherpa/contracts/import'
import { expect } from 'vitest'
import { runImports } from './jobs.ts'
import type { platformForTests, Someone } from './people.ts'

export const csv = (...lines: string[]) => lines.join('\n')

/** Imports athletes through the API. */
export function createImportDriver(world: ReturnType<typeof platformForTests>, person: Someone, organization: string) {
  const at = (path = '') => `/api/organizations/${organization}/imports${path}`
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object) => {
    const answer = await person.ask(method, at(path), body)
    expect([path, answer.statusCode < 300, answer.json().errors]).toEqual([path, true, undefined])
    return answer.json()
  }

  const driver = {
    at,

    async upload(file: string | Buffer): Promise<WholeImport> {
      const answer = await world.app.inject({
        method: 'POST',
        url: `${at()}?name=roster.csv`,
        payload: file,
        headers: { 'content-type': 'text/csv', authorization: `Bearer ${person.token}` },
      })
      expect([answer.statusCode, answer.json().errors]).toEqual([201, undefined])
      return answer.json()
    },

    /** Runs all enqueued import jobs. */
    runJobs: () => runImports(world, 'athlete-import'),

    load: (id: string): Promise<WholeImport> => ask('GET', `/${id}`),
    listRows: async (id: string, outcome: string): Promise<ImportRow[]> =>
      (await ask('GET', `/${id}/rows?outcome=${outcome}`)).rows,

    async check(id: string) {
      await ask('POST', `/${id}/check`)
      await driver.runJobs()
      return driver.load(id)
    },
    async start(id: string) {
      await ask('POST', `/${id}/start`)
      await driver.runJobs()
      return driver.load(id)
    },
    map: ({ id, mapping }: WholeImport, change: Partial<ImportMapping>): Promise<WholeImport> =>
      ask('PUT', `/${id}/mapping`, { ...mapping, ...change }),
    answer: (id: string, answer: ImportAnswer, rows?: number[]): Promise<WholeImport> =>
      ask('POST', `/${id}/answers`, { answer, ...(rows && { rows }) }),
    edit: (id: string, ...edits: { row: number; column: number; value: string }[]): Promise<WholeImport> =>
      ask('PATCH', `/${id}/rows`, { edits }),

    /** Uploads and checks. */
    async checkFile(file: string, change: Partial<ImportMapping> = {}) {
      const uploaded = await driver.upload(file)
      if (Object.keys(change).length > 0) await driver.map(uploaded, change)
      return driver.check(uploaded.id)
    },
    async importFile(file: string, change: Partial<ImportMapping> = {}) {
      return driver.start((await driver.checkFile(file, change)).id)
    },

    /** Names of the roster, in order. */
    async listNames(): Promise<string[]> {
      const { rows } = await world.database.query(
        `select given_name || ' ' || family_name as name from athletes where organization_id = $1 and removed_at is null
         order by 1`,
        [organization],
      )
      return rows.map(({ name }) => name)
    },
  }
  return driver
}
