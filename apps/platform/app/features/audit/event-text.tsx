import type { ActivityEvent } from '@sherpa/contracts/activity'
import { useContext } from 'react'
import { Link } from 'react-router'
import { OrganizationContext, useLabels } from '../../frame/account-context.ts'
import { eventSentence } from './event-sentence.ts'

/** The sentence of an event, in which the name of the deal or athlete links to the record. */
export function EventText({ event, me }: { event: ActivityEvent; me?: string | undefined }) {
  const organization = useContext(OrganizationContext)
  const sentence = eventSentence(event, me, useLabels())
  const { deal, athlete } = event
  const records = [deal && { ...deal, path: 'deals' }, athlete && { ...athlete, path: 'athletes' }]
  const record = records.find((one) => one?.name && sentence.includes(one.name))
  if (!record || !organization) return sentence
  const start = sentence.lastIndexOf(record.name)
  return (
    <>
      {sentence.slice(0, start)}
      <Link
        to={`/organizations/${organization.id}/${record.path}/${record.id}`}
        className="font-medium hover:underline"
      >
        {record.name}
      </Link>
      {sentence.slice(start + record.name.length)}
    </>
  )
}
