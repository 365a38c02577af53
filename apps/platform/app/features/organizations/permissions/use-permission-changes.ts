import { organizationsApi } from '@sherpa/api-client/organizations'
import { type Permission, type PermissionChange, permissions, type Role } from '@sherpa/contracts/organization'
import { useState } from 'react'
import { failureOf } from '../../../forms/failure.ts'
import { useLabels, useOrganization } from '../../../frame/account-context.ts'

/** The outcome of a change, shown beside its checkbox. */
export type Outcome = {
  text: 'Saving…' | 'Saved' | 'Not saved'
  /** The error. */
  reason?: string
}

const keyOf = (role: Role, permission: Permission) => `${role} ${permission}`

/** Saves each checkbox with an optimistic update and shows the outcome beside it. */
export function usePermissionChanges() {
  const [changePermission] = organizationsApi.useChangePermissionMutation()
  const { id: organization } = useOrganization()
  const { roles } = useLabels()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [announcement, setAnnouncement] = useState('')

  /** Shows the latest outcome; failures stay until their checkbox is changed again. */
  function show(key: string, outcome: Outcome) {
    setOutcomes((before) => new Map([...[...before].filter(([, { reason }]) => reason), [key, outcome]]))
  }

  async function change(wanted: PermissionChange) {
    const { role, permission, allowed } = wanted
    const key = keyOf(role, permission)
    const name = `${roles[role]}: ${permissions[permission].name}`
    show(key, { text: 'Saving…' })
    const { error } = await changePermission({ organization, body: wanted })
    if (error) {
      const reason = `${name} was not saved. ${failureOf(error).text}`
      show(key, { text: 'Not saved', reason })
      setAnnouncement(reason)
    } else {
      show(key, { text: 'Saved' })
      setAnnouncement(`Saved. ${name} is ${allowed ? 'on' : 'off'}.`)
    }
  }

  return {
    announcement,
    outcomeOf: (role: Role, permission: Permission) => outcomes.get(keyOf(role, permission)),
    change,
  }
}
