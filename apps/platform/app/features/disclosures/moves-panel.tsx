import { disclosuresApi } from '@sherpa/api-client/disclosures'
import { upload } from '@sherpa/api-client/upload'
import type { Disclosure } from '@sherpa/contracts/disclosure'
import { disclosureOperations } from '@sherpa/contracts/disclosure-operations'
import { type DisclosureMove, disclosureMoves, disclosureStates } from '@sherpa/contracts/disclosure-state'
import { Button } from '@sherpa/ui/button'
import { controlClass, Field } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { showToast } from '@sherpa/ui/toast-area'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { calendarDay, Moment } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useAppDispatch } from '../../store.ts'
import { asksFirst, MoveDialog } from './move-dialog.tsx'
import { unwatched } from './unwatched.ts'

const outcomes = {
  clear: { icon: 'check', color: 'text-success', about: 'Money may be taken' },
  flag: { icon: 'warning', color: 'text-summit-ink', about: 'Answer questions' },
  refuse: { icon: 'close', color: 'text-error', about: 'Revise, withdraw or arbitrate' },
} as const
type Outcome = keyof typeof outcomes
const isOutcome = (move: DisclosureMove): move is Outcome => move in outcomes

/** Proof and the next steps. */
export function MovesPanel({ disclosure }: { disclosure: Disclosure }) {
  const { id: organization, may } = useOrganization()
  const { id, version, kind, moves, files, confirmation, notice, comment, packet, outcomeOn, state } = disclosure
  const dispatch = useAppDispatch()
  const [move] = disclosuresApi.useMoveDisclosureMutation()
  const [openFile] = disclosuresApi.useDisclosureFileAddressMutation()
  const [number, setNumber] = useState('')
  const [asked, setAsked] = useState<DisclosureMove>()
  const { busy, run } = useAction()
  const isNotice = kind === 'school-72h'
  const submits = moves.includes('submit')
  /** Known before the server is asked. */
  function problemOf(name: DisclosureMove) {
    if (name === 'prepare' && packet.filled < packet.fields.length)
      return 'Some fields of the packet are empty. Complete them first.'
    const hasProof = number.trim() !== '' || files.length > 0
    return name === 'submit' && !hasProof
      ? 'Add a confirmation number or a file as proof of the submission first.'
      : undefined
  }
  const perform = (name: DisclosureMove) => {
    const problem = problemOf(name)
    if (problem) return showToast('error', problem)
    if (asksFirst(name)) return setAsked(name)
    return run(() =>
      move({
        organization,
        disclosure: id,
        body: { version, move: name, ...(name === 'submit' && number.trim() && { confirmation: number.trim() }) },
      }).unwrap(),
    )
  }
  const results = moves.filter(isOutcome)
  const others = moves.filter((name) => name !== 'submit' && !isOutcome(name))
  const isComplete = packet.filled === packet.fields.length
  return (
    <>
      <Panel title="Proof" actions={submits && <span className="text-sm text-grey">One is required</span>}>
        <div className="flex flex-col gap-3 text-sm">
          {confirmation && <p>Confirmation number {confirmation}</p>}
          {notice && (
            <p>
              Mail to {notice.to}:{' '}
              {notice.mail === 'sent' ? 'delivered' : notice.mail === 'failed' ? 'not delivered' : 'being sent'}
              {notice.at && (
                <>
                  , <Moment at={notice.at} />
                </>
              )}
            </p>
          )}
          <ul className="flex flex-col gap-1">
            {files.map((file) => (
              <li key={file.id}>
                {may('money.view') ? (
                  <button
                    type="button"
                    className={textLinkClass}
                    onClick={() =>
                      run(async () => {
                        const { address } = await openFile({
                          organization,
                          disclosure: id,
                          disclosureFile: file.id,
                        }).unwrap()
                        window.open(address, '_blank', 'noopener')
                      })
                    }
                  >
                    {file.name}
                  </button>
                ) : (
                  file.name
                )}
              </li>
            ))}
          </ul>
          {submits && !isNotice && (
            <Field label="Confirmation number">
              {(control) => (
                <input
                  {...control}
                  value={number}
                  maxLength={120}
                  autoComplete="off"
                  onChange={({ target }) => setNumber(target.value)}
                  className={controlClass}
                />
              )}
            </Field>
          )}
          {moves.length > 0 && may('money.view') && (
            <Field label="File">
              {(control) => (
                <input
                  {...control}
                  type="file"
                  disabled={busy}
                  className={controlClass}
                  onChange={({ target }) => {
                    const [file] = target.files ?? []
                    if (!file) return
                    const input = { organization, disclosure: id, query: { name: file.name }, body: file }
                    void run(
                      () => dispatch(upload(disclosureOperations.addDisclosureFile, input, unwatched)),
                      'Proof added.',
                    )
                  }}
                />
              )}
            </Field>
          )}
          {isNotice && submits && <SendNotice disclosure={disclosure} />}
          {submits && (
            <Button busy={busy} look={isNotice ? 'secondary' : 'primary'} onClick={() => perform('submit')}>
              {disclosureMoves.submit}
            </Button>
          )}
        </div>
      </Panel>
      {(results.length > 0 || outcomeOn || comment) && (
        <Panel title="Outcome">
          <div className="flex flex-col gap-2 text-sm">
            {outcomeOn && (
              <p>
                {disclosureStates[state]}, {calendarDay(outcomeOn)}
              </p>
            )}
            {comment && <p className="break-words whitespace-pre-line text-slate">{comment}</p>}
            {results.length > 0 && (
              <ul className="divide-y divide-line-soft">
                {results.map((name) => (
                  <li key={name}>
                    <button
                      type="button"
                      onClick={() => perform(name)}
                      className="grid min-h-10 w-full cursor-pointer grid-cols-[1rem_6rem_minmax(0,1fr)] items-center gap-2 rounded-sm text-left hover:bg-hover max-md:min-h-11"
                    >
                      <ToolIcon name={outcomes[name].icon} className={`size-4 ${outcomes[name].color}`} />
                      <span className="font-medium text-ink">
                        <span className="sr-only">Record: </span>
                        {disclosureMoves[name]}
                      </span>
                      <span className="text-xs text-grey">{outcomes[name].about}</span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </div>
        </Panel>
      )}
      {others.length > 0 && (
        <Panel title="Next step">
          <div className="flex flex-wrap gap-2">
            {others.map((name) => (
              <Button
                key={name}
                size="small"
                look={name === 'prepare' && isComplete ? 'primary' : name === 'withdraw' ? 'danger' : 'secondary'}
                busy={busy}
                onClick={() => perform(name)}
              >
                {disclosureMoves[name]}
              </Button>
            ))}
          </div>
        </Panel>
      )}
      <MoveDialog disclosure={disclosure} move={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

function SendNotice({ disclosure: { id, version, athleticDirectorEmail, notice } }: { disclosure: Disclosure }) {
  const { id: organization } = useOrganization()
  const [send] = disclosuresApi.useSendSchoolNoticeMutation()
  const [email, setEmail] = useState(notice?.to ?? athleticDirectorEmail ?? '')
  const { busy, run } = useAction()
  return (
    <>
      <Field label="Athletic director’s email">
        {(control) => (
          <input
            {...control}
            type="email"
            value={email}
            maxLength={254}
            onChange={({ target }) => setEmail(target.value)}
            className={controlClass}
          />
        )}
      </Field>
      <Button
        busy={busy}
        onClick={() =>
          run(
            () => send({ organization, disclosure: id, body: { version, email } }).unwrap(),
            'Notice queued. It counts as submitted once it is delivered.',
          )
        }
      >
        Send notice
      </Button>
    </>
  )
}
