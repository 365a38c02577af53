// slow: every endpoint as every role; represented by apps/server/src/http/permission-matrix.test.ts
import { allRoles, type Permission, permissionsOf } from '@sherpa/contracts/organization'
import { describe, expect, test } from 'vitest'
import { admits, isForMembers, isOthersRecord, permissionMatrix } from '../../test/permission-matrix.ts'
import { SWEEP_TIMEOUT } from '../../test/sweep.ts'

const { sweep, members, rollBack, call, rulesOf, findWrongAccess, findForeignAccess, findForeignRecords } =
  permissionMatrix()

describe.each(allRoles)('as %s', { timeout: SWEEP_TIMEOUT }, (role) => {
  test('allows exactly the operations of the role', async () => {
    const wrong: string[] = []
    for (const endpoint of sweep.endpoints.filter(isForMembers)) wrong.push(...(await findWrongAccess(role, endpoint)))
    expect(wrong).toEqual([])
  })

  test('a changed permission takes effect at once, granted or revoked', async () => {
    const wrong: string[] = []
    for (const endpoint of sweep.endpoints.filter(isForMembers)) {
      const { access } = endpoint
      if (access === 'member' || role === 'owner') continue
      // They may assign none of the roles of this operation.
      if ((role === 'athlete' || role === 'compliance') && endpoint.id === 'inviteMany') continue
      for (const allowed of [true, false]) {
        const { code } = await rollBack(async () => {
          await rulesOf(access as Permission, role, allowed)
          return call(members[role], endpoint, sweep.world)
        })
        const setting = { role, permission: access as Permission, allowed }
        const may = admits(endpoint, role, permissionsOf(role, [setting]))
        if (isOthersRecord(role, endpoint, code)) continue
        if (may === (code === 'not-permitted')) wrong.push(`${endpoint.id} ${allowed ? 'on' : 'off'}: ${code}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('reads and writes nothing of another organization', async () => {
    expect(await findForeignAccess(role)).toEqual([])
  })

  test('cannot reach another organization’s records through their own', async () => {
    expect(await findForeignRecords(role)).toEqual([])
  })

  test('gets 404 for staff operations', async () => {
    for (const endpoint of sweep.endpoints.filter(({ access }) => access === 'staff')) {
      expect(await call(members[role], endpoint, sweep.world)).toEqual({ status: 404, code: 'not-found' })
    }
  })
})
