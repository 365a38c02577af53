import { Readable } from 'node:stream'
import { athleteOperations } from '@sherpa/contracts/athlete-operations'
import type { FastifyReply } from 'fastify'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import type { AddNextStep } from '../contact-log/contact-log.ts'
import type { AthleteDetails } from './athlete-details.ts'
import type { AthleteFiles } from './athlete-files.ts'
import type { AthletePictures } from './athlete-pictures.ts'
import { loadAthlete } from './athlete-record.ts'
import { listAthletes } from './athletes.ts'
import type { AthleteChangeService } from './change-athlete.ts'
import { type createBulkAthleteChangeService, resolveSelection } from './change-athletes.ts'
import type { ContactDataService } from './contact-data.ts'
import type { Contacts } from './contacts.ts'
import type { CustomFields } from './custom-fields.ts'
import type { createAthleteErasureService } from './erase-athlete.ts'
import { exportAthletes } from './export-athletes.ts'
import { fileRoutes } from './file-routes.ts'
import type { AthleteMergeService } from './merge-athletes.ts'
import type { SportsInUse } from './sports-in-use.ts'
import type { Tags } from './tags.ts'
import type { Timelines } from './timeline.ts'

export type AthleteParts = {
  database: Database
  clock: () => Date
  changes: AthleteChangeService
  changeMany: ReturnType<typeof createBulkAthleteChangeService>
  merges: AthleteMergeService
  erase: ReturnType<typeof createAthleteErasureService>
  files: AthleteFiles
  pictures: AthletePictures
  timelines: Timelines
  contacts: Contacts
  details: AthleteDetails
  contactData: ContactDataService
  tags: Tags
  customFields: CustomFields
  sports: SportsInUse
  addNextStep: AddNextStep
}

const limits = { person: 1000 }
/** Limits guesses of the password or second factor. */
const guesses = { person: 20 }
/** Each new contact sends mail. */
const mails = { person: 120 }
const refusals = { 409: 'Somebody else was first, or the plan has no room for more signed athletes' }

export function athleteRoutes(endpoint: DefineEndpoint, parts: AthleteParts) {
  const {
    database,
    clock,
    changes,
    changeMany,
    merges,
    erase,
    timelines,
    contacts,
    details,
    contactData,
    tags,
    customFields,
    sports,
    addNextStep,
  } = parts

  endpoint(athleteOperations.athletes, { limits: 'none' }, ({ query, ...viewer }) =>
    listAthletes(database, viewer, query, clock()),
  )
  endpoint(athleteOperations.addAthlete, { limits, refusals }, ({ body, ...viewer }) => changes.add(viewer, body))
  endpoint(athleteOperations.changeAthletes, { limits, refusals }, ({ body, ...viewer }) => changeMany(viewer, body))
  const sendFile = (reply: FastifyReply, { count, format, parts }: Awaited<ReturnType<typeof exportAthletes>>) =>
    reply
      .headers({ 'Total-Count': count, 'Content-Disposition': `attachment; filename="athletes.${format}"` })
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json')
      .send(Readable.from(parts))
  endpoint(athleteOperations.exportAthletes, { limits: { person: 30 } }, async ({ query, reply, ...viewer }) =>
    sendFile(reply, await exportAthletes(database, viewer, query, clock())),
  )
  endpoint(
    athleteOperations.exportSelectedAthletes,
    { limits: { person: 30 }, refusals: { 409: 'The list has changed since it was shown' } },
    async ({ body: { selection, ...options }, reply, ...viewer }) => {
      const among = await resolveSelection(database, viewer, selection)
      return sendFile(reply, await exportAthletes(database, viewer, options, clock(), among))
    },
  )
  endpoint(athleteOperations.athlete, { limits: 'none' }, ({ parameter, ...viewer }) =>
    loadAthlete(database, viewer, parameter('athlete'), clock()),
  )
  endpoint(athleteOperations.changeAthlete, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    changes.change(viewer, parameter('athlete'), body),
  )

  endpoint(athleteOperations.duplicates, { limits: 'none' }, ({ parameter, ...viewer }) =>
    merges.findDuplicates(viewer, parameter('athlete')),
  )
  endpoint(
    athleteOperations.mergeAthletes,
    { limits, refusals: { 409: 'Both have accounts' } },
    ({ parameter, body, ...viewer }) => merges.merge(viewer, parameter('athlete'), body.other),
  )
  endpoint(athleteOperations.undoMerge, { limits }, ({ parameter, ...viewer }) =>
    merges.undo(viewer, parameter('athlete'), parameter('merge')),
  )
  endpoint(athleteOperations.eraseAthlete, { limits: guesses }, ({ parameter, body, ...viewer }) =>
    erase(viewer, parameter('athlete'), body),
  )

  endpoint(athleteOperations.timeline, { limits: 'none' }, ({ parameter, query, ...viewer }) =>
    timelines.list(viewer, parameter('athlete'), query),
  )
  endpoint(athleteOperations.lastNotes, { limits: 'none' }, async ({ query, ...viewer }) => ({
    notes: await timelines.lastNotes(viewer, query.athletes),
  }))
  endpoint(athleteOperations.addNote, { limits }, ({ parameter, body, ...viewer }) =>
    timelines.notes.add(viewer, parameter('athlete'), body, (client, entryId) =>
      body.nextStep ? addNextStep(client, viewer, { ...body.nextStep, entryId }) : Promise.resolve(),
    ),
  )
  endpoint(
    athleteOperations.changeNote,
    { limits, refusals: { 409: 'Changed meanwhile' } },
    ({ parameter, body, ...viewer }) => timelines.notes.change(viewer, parameter('athlete'), parameter('note'), body),
  )
  endpoint(athleteOperations.removeNote, { limits }, ({ parameter, ...viewer }) =>
    timelines.notes.remove(viewer, parameter('athlete'), parameter('note')),
  )

  endpoint(athleteOperations.addContact, { limits: mails }, ({ parameter, body, ...viewer }) =>
    contacts.add(viewer, parameter('athlete'), body),
  )
  endpoint(athleteOperations.changeContact, { limits }, ({ parameter, body, ...viewer }) =>
    contacts.change(viewer, parameter('athlete'), parameter('contact'), body),
  )
  endpoint(athleteOperations.removeContact, { limits }, ({ parameter, ...viewer }) =>
    contacts.remove(viewer, parameter('athlete'), parameter('contact')),
  )
  endpoint(athleteOperations.showReach, { limits }, ({ parameter, ...viewer }) =>
    contacts.showAthlete(viewer, parameter('athlete')),
  )
  endpoint(athleteOperations.showContact, { limits }, ({ parameter, ...viewer }) =>
    contacts.show(viewer, parameter('athlete'), parameter('contact')),
  )

  endpoint(athleteOperations.addMeasurement, { limits }, ({ parameter, body, ...viewer }) =>
    details.addMeasurement(viewer, parameter('athlete'), body),
  )
  endpoint(athleteOperations.changeMeasurement, { limits }, ({ parameter, body, ...viewer }) =>
    details.changeMeasurement(viewer, parameter('athlete'), parameter('measurement'), body),
  )
  endpoint(athleteOperations.removeMeasurement, { limits }, ({ parameter, ...viewer }) =>
    details.removeMeasurement(viewer, parameter('athlete'), parameter('measurement')),
  )
  endpoint(athleteOperations.addEligibility, { limits }, ({ parameter, body, ...viewer }) =>
    details.addEligibility(viewer, parameter('athlete'), body),
  )
  endpoint(athleteOperations.removeEligibility, { limits }, ({ parameter, ...viewer }) =>
    details.removeEligibility(viewer, parameter('athlete'), parameter('eligibility')),
  )
  endpoint(athleteOperations.setSocialAccounts, { limits }, ({ parameter, body, ...viewer }) =>
    details.setSocialAccounts(viewer, parameter('athlete'), body.accounts),
  )

  endpoint(athleteOperations.contactData, { limits: 'none' }, ({ parameter, ...viewer }) =>
    contactData.load(viewer, parameter('athlete')),
  )
  endpoint(athleteOperations.showContactData, { limits }, ({ parameter, ...viewer }) =>
    contactData.show(viewer, parameter('athlete')),
  )

  endpoint(
    athleteOperations.changeOwnContactData,
    { limits: mails, refusals: { 403: 'The caller is not the athlete' } },
    ({ parameter, body, ...viewer }) => contactData.changeOwn(viewer, parameter('athlete'), body),
  )

  endpoint(
    athleteOperations.decideContactData,
    { limits: mails, refusals: { 409: 'The athlete changed it meanwhile' } },
    ({ parameter, body, ...viewer }) => contactData.decide(viewer, parameter('athlete'), body),
  )

  fileRoutes(endpoint, parts)

  endpoint(athleteOperations.tags, { limits: 'none' }, (viewer) => tags.list(viewer))
  endpoint(athleteOperations.addTag, { limits }, ({ member, body }) => tags.add(member.organization, body.name))
  endpoint(athleteOperations.renameTag, { limits }, ({ member, parameter, body }) =>
    tags.rename(member.organization, parameter('tag'), body.name),
  )
  endpoint(athleteOperations.removeTag, { limits }, ({ member, parameter }) =>
    tags.remove(member.organization, parameter('tag')),
  )

  endpoint(athleteOperations.customFields, { limits: 'none' }, async ({ member }) => ({
    fields: await customFields.list(member.organization),
  }))
  endpoint(
    athleteOperations.addCustomField,
    { limits, refusals: { 409: 'There are as many fields as there can be' } },
    ({ member, body }) => customFields.add(member.organization, body),
  )
  endpoint(athleteOperations.changeCustomField, { limits }, ({ member, parameter, body }) =>
    customFields.change(member.organization, parameter('field'), body),
  )
  endpoint(athleteOperations.removeCustomField, { limits }, ({ member, parameter }) =>
    customFields.remove(member.organization, parameter('field')),
  )

  endpoint(athleteOperations.sportsInUse, { limits: 'none' }, ({ member }) => sports.list(member.organization))
  endpoint(athleteOperations.setSportsInUse, { limits }, ({ member, body }) =>
    sports.set(member.organization, body.sports),
  )
}
