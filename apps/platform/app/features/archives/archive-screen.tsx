import { archivesApi } from '@sherpa/api-client/archives'
import type { Archive } from '@sherpa/contracts/archive'
import { archiveOperations } from '@sherpa/contracts/archive-operations'
import { dayIn } from '@sherpa/contracts/days'
import { Button } from '@sherpa/ui/button'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useId, useState } from 'react'
import { Ago, Day } from '../../data/moments.tsx'
import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'
import { ConfirmIdentityDialog } from '../../forms/confirm-identity-dialog.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { NotForYou } from '../../frame/not-for-you.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { SecondFactorNotice } from '../../frame/second-factor-notice.tsx'
import { sizeInWords } from '../athletes/files/file-words.ts'

/** Exports all data of the organization as one ZIP file. */
export function Component() {
  const { name, has, may } = useOrganization()
  if (!archiveOperations.archives.alsoNeeds.every(has)) {
    return (
      <NotForYou title="You don’t have access">
        An export contains all data of {name}: athletes with sensitive data, people, plan and activity. Only people who
        can see all of it can create one. An owner can change what your role can do.
      </NotForYou>
    )
  }
  return (
    <>
      <ScreenHeading
        title="Data export"
        within={name}
        lead={`Everything in ${name} as one ZIP file: spreadsheets (CSV), JSON and the documents of athletes.`}
      />
      <SecondFactorNotice of="data.export" />
      {may('data.export') && <Archives />}
    </>
  )
}

function Archives() {
  const { id: organization } = useOrganization()
  const query = archivesApi.useArchivesQuery({ organization })
  return (
    <Loaded query={query}>
      {({ archives }) => (
        <div className="flex flex-col items-start gap-5">
          <RequestButton disabled={archives.some(({ state }) => state === 'preparing')} />
          <p className="text-sm text-grey">It takes a few minutes. You can download each export for 7 days.</p>
          {archives.length > 0 && (
            <ul aria-label="Exports" className="flex w-full flex-col divide-y divide-line border-t border-line pt-4">
              {archives.map((archive) => (
                <ArchiveRow key={archive.id} archive={archive} />
              ))}
            </ul>
          )}
        </div>
      )}
    </Loaded>
  )
}

function RequestButton({ disabled }: { disabled: boolean }) {
  const { id: organization } = useOrganization()
  const [requestArchive] = archivesApi.useRequestArchiveMutation()
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button size="small" disabled={disabled} onClick={() => setAsking(true)}>
        Create export
      </Button>
      <ConfirmIdentityDialog
        open={asking}
        title="Create an export of all data?"
        confirm="Create export"
        confirming="Starting…"
        onClose={close}
        send={async (proof) => {
          await requestArchive({ organization, body: proof }).unwrap()
          close()
        }}
      >
        <p className="text-sm">
          The export contains personal data of athletes, including minors. All owners are notified by email that you
          created it.
        </p>
      </ConfirmIdentityDialog>
    </>
  )
}

const tones = { preparing: 'quiet', ready: 'good', failed: 'bad' } as const
const states = { preparing: 'Preparing', ready: 'Ready', failed: 'Failed' }

function ArchiveRow({ archive }: { archive: Archive }) {
  const { state, requestedAt, requestedBy, size, expiresAt } = archive
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium text-ink">
            <Day at={requestedAt} />
          </span>
          <StatusBadge tone={tones[state]}>{states[state]}</StatusBadge>
        </p>
        <p className="mt-1 text-sm text-grey">
          Requested by {requestedBy?.name ?? 'someone'} <Ago at={requestedAt} inSentence />
          {size !== null && `, ${sizeInWords(size)}`}
          {expiresAt && (
            <>
              , available until <Day at={expiresAt} />
            </>
          )}
        </p>
        {state === 'preparing' && <Progress archive={archive} />}
        {state === 'failed' && <p className="mt-1 text-sm">Something went wrong on our side. Please try again.</p>}
      </div>
      {state === 'ready' && <DownloadButton archive={archive} />}
    </li>
  )
}

function Progress({ archive: { doneRows, totalRows } }: { archive: Archive }) {
  const label = useId()
  const percent = totalRows ? Math.min(99, Math.floor((100 * doneRows) / totalRows)) : 0
  return (
    <div className="mt-2 flex max-w-sm flex-col gap-2">
      <p id={label} className="text-sm tabular-nums" aria-live="polite">
        {percent}% done. You can leave this screen.
      </p>
      <progress aria-labelledby={label} value={percent} max={100} className="w-full" />
    </div>
  )
}

function DownloadButton({ archive: { id, requestedAt } }: { archive: Archive }) {
  const { id: organization, name, timeZone } = useOrganization()
  const [archiveAddress] = archivesApi.useArchiveAddressMutation()
  const { busy, run } = useAction()
  return (
    <Button
      look="secondary"
      size="small"
      busy={busy}
      onClick={() =>
        run(async () => {
          const { address } = await archiveAddress({ organization, archive: id }).unwrap()
          saveFile(address, `${name} ${dayIn(requestedAt, timeZone)}.zip`)
        })
      }
    >
      <ToolIcon name="download" />
      Download
    </Button>
  )
}
