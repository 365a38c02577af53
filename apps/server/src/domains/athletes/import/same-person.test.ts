// slow: imports pairs of nearly equal people; represented by apps/server/src/domains/athletes/import/imports.test.ts
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createImportDriver, csv } from '../../../../test/imports.ts'
import { platformForTests, type Someone } from '../../../../test/people.ts'
import { waitForLocks } from '../../../../test/wait-for-locks.ts'
import { inOrganization } from '../../../persistence/database.ts'
import { importBatch } from '../../imports/run-import.ts'
import { createAthletesImportable } from './athletes-importable.ts'
import { isSameGivenName } from './given-names.ts'

const world = platformForTests()
let owner: Someone
let organization: string
let imports: ReturnType<typeof createImportDriver>

beforeAll(async () => {
  owner = await world.people.register('Amara Cole')
})
beforeEach(async () => {
  organization = await world.people.createOrganization(owner, 'Ridgeline')
  imports = createImportDriver(world, owner, organization)
})

/** Of `importBatch`. */
const clock = () => new Date()
const parts = {
  get database() {
    return world.serving
  },
  clock,
  importable: createAthletesImportable({
    clock,
    roomForAthletes: async () => null,
    onAthletes: [],
    recordAgeCorrection: async () => undefined,
  }),
}
const head = 'First,Last,DOB,Email,School'
const addAthlete = async (facts: Record<string, unknown>) => {
  const athlete = { level: 'college', stage: 'prospect', ...facts }
  const answer = await owner.ask('POST', `/api/organizations/${organization}/athletes`, athlete)
  expect(answer.statusCode).toBe(201)
  return answer.json().id as string
}

test('short forms, initials and middle names are the same given name, other names are not', () => {
  const pairs = [
    ['Mike', 'Michael', true],
    ['Bill', 'William', true],
    ['Chris', 'Christopher', true],
    ['Christian', 'Christopher', false],
    ['José', 'Jose', true],
    ['K.', 'Kaia', true],
    ['John A.', 'John', true],
    ['John A.', 'John B.', false],
    ['Mary Ann', 'Mary', true],
    ['Ana', 'Luis', false],
    ['太郎', '太郎', true],
    ['太郎', '花子', false],
  ] as const
  for (const [one, other, same] of pairs) {
    expect([one, other, isSameGivenName(one, other)]).toEqual([one, other, same])
    expect([other, one, isSameGivenName(other, one)]).toEqual([other, one, same])
  }
})

describe('a known athlete', () => {
  test('is found by email with a short form of the name', async () => {
    await addAthlete({ givenName: 'Michael', familyName: 'Reese', email: 'mike@mail.example' })
    const { findings } = await imports.checkFile(csv(head, 'Mike,Reese,,mike@mail.example,Hill'))
    expect(findings).toMatchObject({ counts: { added: 0, updated: 1 }, open: 0 })
  })

  test('with the same email but another given name is asked about', async () => {
    await addAthlete({ givenName: 'Robert', familyName: 'Reese', email: 'reese@mail.example' })
    const { id, findings } = await imports.checkFile(csv(head, 'Skip,Reese,,reese@mail.example,Hill'))
    expect(findings).toMatchObject({ counts: { added: 0, updated: 0 }, open: 1 })
    expect(await imports.listRows(id, 'asked')).toMatchObject([
      { row: 2, doubt: 'email', answer: null, candidate: { name: 'Robert Reese', school: null } },
    ])
    expect((await imports.answer(id, 'update', [1])).findings).toMatchObject({ counts: { updated: 1 }, open: 0 })
    expect((await imports.answer(id, 'add', [1])).findings).toMatchObject({ counts: { added: 1, updated: 0 }, open: 0 })
    await imports.start(id)
    expect(await imports.listNames()).toEqual(['Robert Reese', 'Skip Reese'])
  })

  test('with the same email but another birth date and given name is someone else', async () => {
    const email = 'diaz@mail.example'
    await addAthlete({ givenName: 'Ana', familyName: 'Diaz', email, birthDate: '2004-01-01' })
    const { findings } = await imports.checkFile(csv(head, `Luis,Diaz,2006-02-02,${email},`))
    expect(findings).toMatchObject({ counts: { added: 1, updated: 0 }, open: 0 })
  })

  test('with the same name and another birth date is someone else, with the same one it is the same person', async () => {
    await addAthlete({ givenName: 'Theo', familyName: "O'Brien", birthDate: '2004-01-31', email: 'old@mail.example' })
    const { findings } = await imports.checkFile(
      csv(head, 'Theo,OBrien,2004-01-31,new@mail.example,Hill', 'Theo,O’Brien,2005-01-31,,'),
    )
    expect(findings).toMatchObject({ counts: { added: 1, updated: 1 }, open: 0 })
  })

  test('with only the same name is one question for the file', async () => {
    await addAthlete({ givenName: 'Jordan', familyName: 'Reese' })
    await addAthlete({ givenName: 'Kaia', familyName: 'Lind' })
    const file = csv('First,Last,School', 'Jordan,Reese,Hill', 'Kaia,Lind,', 'Ada,Okafor,')
    const { id, findings } = await imports.checkFile(file)
    expect(findings).toMatchObject({ counts: { added: 1, skipped: 0 }, open: 2 })
    await imports.answer(id, 'add')
    await imports.runJobs()
    expect((await imports.load(id)).findings).toMatchObject({ counts: { added: 3 }, open: 0 })
    await imports.start(id)
    expect(await imports.listNames()).toEqual(['Ada Okafor', 'Jordan Reese', 'Jordan Reese', 'Kaia Lind', 'Kaia Lind'])
  })

  test('with another identifier is never the same person', async () => {
    const field = { name: 'Player ID', kind: 'text', choices: [] }
    await owner.ask('POST', `/api/organizations/${organization}/custom-fields`, field)
    const columns = 'Player ID,First,Last,DOB,Email'
    const row = 'Kaia,Lind,2004-01-31,kaia@mail.example'
    const mapping = { identifier: 0 }
    await imports.importFile(csv(columns, `A-1,${row}`), mapping)
    const { findings } = await imports.checkFile(csv(columns, `A-2,${row}`, `A-1,${row}`), mapping)
    expect(findings).toMatchObject({ counts: { added: 1, same: 1 }, duplicates: { identifier: 1 }, open: 0 })
  })

  test('is asked about if several fit', async () => {
    await addAthlete({ givenName: 'Kaia', familyName: 'Lind', birthDate: '2004-01-31', school: 'Hill' })
    await addAthlete({ givenName: 'Kaia', familyName: 'Lind', birthDate: '2004-01-31', school: 'Ridge' })
    const { id, findings } = await imports.checkFile(csv(head, 'Kaia,Lind,2004-01-31,,'))
    expect(findings).toMatchObject({ counts: { added: 0, updated: 0, same: 0 }, open: 1 })
    expect(await imports.listRows(id, 'asked')).toMatchObject([{ doubt: 'several' }])
  })

  test('being added by hand while a batch runs is not added twice', async () => {
    const { id } = await imports.checkFile(csv(head, 'Theo,Lind,2004-01-31,theo@mail.example,'))
    await owner.ask('POST', imports.at(`/${id}/start`))
    // Stops the addition after the athlete is written, before it is committed.
    const blocker = await world.database.connect()
    await blocker.query('begin; lock table athlete_timeline in share mode')
    const added = addAthlete({ givenName: 'Theo', familyName: 'Lind', birthDate: '2004-01-31' })
    await waitForLocks(world.database, 1)
    const batch = inOrganization(organization, () => importBatch(parts, organization, id, owner.id))
    await waitForLocks(world.database, 2)
    await blocker.query('rollback')
    blocker.release()
    await Promise.all([added, batch])
    expect(await imports.load(id)).toMatchObject({ state: 'done', counts: { added: 0, updated: 1 } })
    expect(await imports.listNames()).toEqual(['Theo Lind'])
  })

  test('added by hand after the check, or while the import is stopped, is not added twice', async () => {
    const lines = Array.from({ length: 1500 }, (_, n) => `First${n},Last${n},2004-01-31,a${n}@mail.example,`)
    const { id } = await imports.checkFile(csv(head, ...lines))
    const person = {
      givenName: 'First7',
      familyName: 'Last7',
      birthDate: '2004-01-31',
      level: 'college',
      stage: 'prospect',
    }
    await owner.ask('POST', `/api/organizations/${organization}/athletes`, person)
    await owner.ask('POST', imports.at(`/${id}/start`))
    await inOrganization(organization, () => importBatch(parts, organization, id, owner.id))
    await owner.ask('POST', imports.at(`/${id}/cancel`))
    await addAthlete({ ...person, givenName: 'First1200', familyName: 'Last1200' })
    const done = await imports.start(id)
    expect(done.counts).toEqual({ added: 1498, updated: 2, same: 0, skipped: 0, failed: 0 })
    expect(new Set(await imports.listNames()).size).toBe(1500)
    expect(await imports.listNames()).toHaveLength(1500)
  })
})

describe('within a file', () => {
  test('siblings with one address are two athletes, and repeated rows are one', async () => {
    const { findings } = await imports.checkFile(
      csv(
        head,
        'Ana,Diaz,,family@mail.example,Hill',
        'Luis,Diaz,,family@mail.example,Hill',
        'Anna,Diaz,,family@mail.example,Hill',
        'Luis,Diaz,,family@mail.example,Hill',
      ),
    )
    // Ana and Anna may be one person.
    expect(findings).toMatchObject({ counts: { added: 2, same: 1 }, open: 1, withinFile: 2 })
  })

  test('the same name with different birth dates is two athletes', async () => {
    const { findings } = await imports.checkFile(csv(head, 'Ana,Diaz,2004-01-01,,', 'Ana,Diaz,2005-01-01,,'))
    expect(findings).toMatchObject({ counts: { added: 2 }, open: 0 })
  })

  test('rows far apart are matched as in one batch, and imported as checked', async () => {
    const many = Array.from({ length: 1100 }, (_, n) => `First${n},Last${n},,a${n}@mail.example,`)
    const file = csv(
      head,
      'Mike,Reese,2004-01-31,,',
      ...many,
      'Michael,Reese,2004-01-31,m@mail.example,Hill',
      'Mike,Reese,,m@mail.example,',
    )
    const { id, findings } = await imports.checkFile(file)
    expect(findings).toMatchObject({ counts: { added: 1101, updated: 1, same: 1 }, open: 0, withinFile: 2 })
    expect((await imports.start(id)).counts).toEqual(findings?.counts)
    expect(await imports.listNames()).toHaveLength(1101)
  })
})

describe('without the permission for sensitive data', () => {
  test('neither birth date nor email of known athletes decides anything', async () => {
    await addAthlete({ givenName: 'Kaia', familyName: 'Lind', birthDate: '2004-01-31', email: 'kaia@mail.example' })
    const helper = await world.people.register('Ben Ortiz')
    await world.people.join(owner, organization, helper, 'support-staff')
    const theirs = createImportDriver(world, helper, organization)
    const { id, findings } = await theirs.checkFile(
      csv(head, 'Kaia,Lind,2004-01-31,kaia@mail.example,', 'Kaia,Lind,1999-01-01,other@mail.example,'),
    )
    // Both look alike to them.
    expect(findings).toMatchObject({ counts: { added: 0, updated: 0, same: 0 }, open: 2 })
    const rows = await theirs.listRows(id, 'asked')
    expect(rows.map(({ doubt }) => doubt)).toEqual(['name', 'name'])
    expect(JSON.stringify(rows.map(({ candidate }) => candidate))).not.toContain('2004')
  })
})

describe('two imports', () => {
  const file = csv(head, ...Array.from({ length: 50 }, (_, n) => `First${n},Last${n},2004-01-31,a${n}@mail.example,`))

  test('run one after the other, and add nobody twice', async () => {
    const first = await imports.checkFile(file)
    const second = await imports.checkFile(file)
    const answers = await Promise.all([first, second].map(({ id }) => owner.ask('POST', imports.at(`/${id}/start`))))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409])
    const refused = answers[0]?.statusCode === 409 ? first : second
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('another-import-running')
    await imports.runJobs()
    expect((await imports.start(refused.id)).counts).toMatchObject({ added: 0, same: 50 })
    expect(await imports.listNames()).toHaveLength(50)
  })
})

test('an import that is killed ten times adds everybody once', async () => {
  const count = 3000
  const lines = Array.from({ length: count }, (_, n) => `First${n},Last${n},2004-01-31,a${n}@mail.example,`)
  const { id } = await imports.checkFile(csv(head, ...lines))
  await owner.ask('POST', imports.at(`/${id}/start`))
  const runBatch = () => inOrganization(organization, () => importBatch(parts, organization, id, owner.id))
  for (let kill = 0; kill < 10; kill++) {
    if (kill === 4 || kill === 7) await runBatch()
    // The lock stops the batch after it has written athletes; then its session is ended.
    const blocker = await world.database.connect()
    await blocker.query('begin; lock table athlete_timeline in share mode')
    const batch = Promise.allSettled([runBatch()])
    await waitForLocks(world.database, 1)
    await world.database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    expect((await batch)[0].status).toBe('rejected')
    await blocker.query('rollback')
    blocker.release()
  }
  await imports.runJobs()
  expect(await imports.load(id)).toMatchObject({ state: 'done', counts: { added: count } })
  expect(new Set(await imports.listNames()).size).toBe(count)
  expect(await imports.listNames()).toHaveLength(count)
})
