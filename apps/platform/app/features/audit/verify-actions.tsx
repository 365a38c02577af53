import { organizationsApi } from '@sherpa/api-client/organizations'
import { readOnce } from '@sherpa/api-client/read-once'
import { type TrailVerification, trailFaults, trailHead } from '@sherpa/contracts/audit-trail'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { MessageBox } from '@sherpa/ui/message-box'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { Moment } from '../../data/moments.tsx'
import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { MenuItem, RowMenu } from '../../list/row-menu.tsx'
import { useAppDispatch } from '../../store.ts'

/** Mail to the owners links to the verification of its head. */
const headInHash = (hash: string) => /^#verify-([\da-f]{64})$/.exec(hash)?.[1]

export function VerifyActions() {
  const { id: organization } = useOrganization()
  const mailed = headInHash(useLocation().hash)
  const [isOpen, setOpen] = useState(mailed !== undefined)
  const [exportActivity] = organizationsApi.useExportActivityMutation()
  const { run } = useAction()
  return (
    <>
      <RowMenu name="More actions">
        <MenuItem
          onClick={() => run(async () => saveFile(await exportActivity({ organization }).unwrap(), 'activity.csv'))}
        >
          Export CSV
        </MenuItem>
        <MenuItem onClick={() => setOpen(true)}>Check for alterations</MenuItem>
      </RowMenu>
      <Dialog open={isOpen} title="Verify activity" onClose={() => setOpen(false)}>
        <Verification mailedHead={mailed ?? ''} />
      </Dialog>
    </>
  )
}

type Result = Omit<TrailVerification, 'anchorFound'> & { anchor: 'found' | 'missing' | undefined }

function Verification({ mailedHead }: { mailedHead: string }) {
  const { id: organization } = useOrganization()
  const dispatch = useAppDispatch()
  const [anchor, setAnchor] = useState(mailedHead)
  const [result, setResult] = useState<Result>()
  const [error, setError] = useState<string>()
  const { busy, run } = useAction()

  async function verify() {
    const head = anchor.trim().toLowerCase()
    const { success, error: invalid } = trailHead.safeParse(head)
    if (head && !success) return setError(invalid.issues[0]?.message)
    setError(undefined)
    setResult(undefined)
    let whole: Result | undefined
    do {
      const after = whole?.next ? String(whole.next) : undefined
      const query = { ...(after && { after }), ...(head && { anchor: head }) }
      whole = addPart(
        whole,
        await readOnce(dispatch, organizationsApi.endpoints.verifyActivity, { organization, query }, { fresh: true }),
        head,
      )
      setResult(whole)
    } while (whole.next !== null)
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void run(verify)
      }}
    >
      <p className="text-sm">
        Activity is sealed every minute. Verifying finds events that were changed, deleted or reordered since.
      </p>
      <Field
        label="Head from an email"
        note="optional"
        hint="Owners get the head by email every week. With it, removed or rewritten activity is found too."
        error={error}
      >
        {(control) => (
          <input
            {...control}
            className={controlClass}
            value={anchor}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => setAnchor(target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={busy}>
          {busy ? 'Verifying…' : 'Verify activity'}
        </Button>
      </div>
      {result?.next != null && (
        <div>
          <progress className="w-full" aria-label="Verified events" max={result.totalEvents} value={result.events} />
          <p className="text-sm">
            {counted(result.events)} of {counted(result.totalEvents)} events
          </p>
        </div>
      )}
      <MessageBox message={result?.next === null ? messageOf(result) : undefined} />
      {result?.next === null && <Details result={result} />}
    </form>
  )
}

function addPart(sum: Result | undefined, { anchorFound, ...part }: TrailVerification, head: string): Result {
  const isFound = anchorFound || sum?.anchor === 'found'
  return {
    ...part,
    events: (sum?.events ?? 0) + part.events,
    batches: (sum?.batches ?? 0) + part.batches,
    faults: [...(sum?.faults ?? []), ...part.faults],
    faultCount: (sum?.faultCount ?? 0) + part.faultCount,
    head: part.head ?? sum?.head ?? null,
    anchor: head ? (isFound ? 'found' : 'missing') : undefined,
  }
}

const counted = (count: number) => count.toLocaleString('en-US')

function messageOf({ faultCount, anchor }: Result) {
  if (faultCount > 0) {
    const found = faultCount === 1 ? '1 problem' : `${counted(faultCount)} problems`
    return { kind: 'error' as const, text: `${found} found. The activity was altered. Contact Sherpa.` }
  }
  if (anchor === 'missing') {
    const text =
      'The head is not in this activity. Check that you copied it for this organization. If so, activity was removed or rewritten: contact Sherpa.'
    return { kind: 'error' as const, text }
  }
  return { kind: 'success' as const, text: 'Verified. Nothing was changed or deleted.' }
}

function Details({ result: { events, batches, waiting, head, faults } }: { result: Result }) {
  return (
    <>
      {faults.length > 0 && (
        <ul className="list-disc pl-5 text-sm">
          {faults.map(({ kind, batch, event }) => (
            <li key={`${kind} ${batch} ${event}`} className="break-words">
              {[trailFaults[kind], batch && `batch ${batch}`, event].filter(Boolean).join(', ')}
            </li>
          ))}
        </ul>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <dt className="text-slate">Events</dt>
        <dd>
          {counted(events)}
          {waiting > 0 && `, and ${counted(waiting)} not sealed yet`}
        </dd>
        <dt className="text-slate">Batches</dt>
        <dd>{counted(batches)}</dd>
        {head && (
          <>
            <dt className="text-slate">Sealed</dt>
            <dd>
              <Moment at={head.sealedAt} />
            </dd>
            <dt className="text-slate">Head</dt>
            <dd className="break-all">{head.hash}</dd>
          </>
        )}
      </dl>
    </>
  )
}
