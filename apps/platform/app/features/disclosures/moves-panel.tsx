import { disclosuresApi } from '@sherpa/api-client/disclosures'
import { upload } from '@sherpa/api-client/upload'
import type { Disclosure } from '@sherpa/contracts/disclosure'
import { disclosureOperations } from '@sherpa/contracts/disclosure-operations'
import { type DisclosureMove, disclosureMoves } from '@sherpa/contracts/disclosure-state'
import { Button } from '@sherpa/ui/button'
import { controlClass, Field } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useRef, useState } from 'react'
import { Moment } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { DropArea } from '../../forms/drop-area.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { useAppDispatch } from '../../store.ts'
import { RecordFiling } from './record-filing.tsx'
import { unwatched } from './unwatched.ts'
import type { Moves } from './use-moves.tsx'

const outcomes = {
  clear: { icon: 'check', color: 'text-success', about: 'Money may be taken' },
  flag: { icon: 'warning', color: 'text-summit-ink', about: 'Answer questions' },
  refuse: { icon: 'close', color: 'text-error', about: 'Revise, withdraw or arbitrate' },
} as const
/** Ids of the outcomes to record, and of the proof of the filing. */
export const OUTCOME = 'outcome'
export const PROOF = 'proof'
type Outcome = keyof typeof outcomes
const isOutcome = (move: DisclosureMove): move is Outcome => Object.hasOwn(outcomes, move)

/** Proof and further steps. The one in `next` is offered elsewhere. */
export function MovesPanel({
  disclosure,
  moves: { busy: isMoving, perform },
  next,
}: {
  disclosure: Disclosure
  moves: Moves
  next: DisclosureMove | undefined
}) {
  const { id: organization, may } = useOrganization()
  const { id, kind, moves, files, confirmation, notice } = disclosure
  const dispatch = useAppDispatch()
  const [openFile] = disclosuresApi.useDisclosureFileAddressMutation()
  const { busy, run } = useAction()
  const isNotice = kind === 'school-72h'
  const hasProof = moves.length > 0 || files.length > 0 || confirmation !== null || notice !== null
  const submits = moves.includes('submit')
  const results = moves.filter(isOutcome)
  const others = moves.filter((name) => name !== 'submit' && name !== next && !isOutcome(name))
  const addProof = (file: File) => {
    const input = { organization, disclosure: id, query: { name: file.name }, body: file }
    void run(() => dispatch(upload(disclosureOperations.addDisclosureFile, input, unwatched)), 'Proof added.')
  }
  return (
    <>
      <div id={PROOF} className="scroll-mt-16 empty:hidden">
        {hasProof && (
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
              {moves.length > 0 && may('money.view') && <ProofFile busy={busy} onFile={addProof} />}
              {isNotice && submits && <SendNotice disclosure={disclosure} />}
              {submits && <RecordFiling disclosure={disclosure} />}
            </div>
          </Panel>
        )}
      </div>
      {results.length > 0 && (
        <div id={OUTCOME} className="scroll-mt-16">
          <Panel title="Record outcome">
            <ul className="divide-y divide-line-soft text-sm">
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
          </Panel>
        </div>
      )}
      {others.length > 0 && (
        <Panel title="Other steps">
          <div className="flex flex-wrap gap-2">
            {others.map((name) => (
              <Button
                key={name}
                size="small"
                look={name === 'withdraw' ? 'danger' : 'secondary'}
                busy={isMoving}
                onClick={() => perform(name)}
              >
                {disclosureMoves[name]}
              </Button>
            ))}
          </div>
        </Panel>
      )}
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
        look="secondary"
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

function ProofFile({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <DropArea onFiles={([file]) => file && onFile(file)} drop="Or drop it here." about="PDF or picture">
      <Button look="secondary" size="small" busy={busy} onClick={() => input.current?.click()}>
        {busy ? 'Adding…' : 'Choose file'}
      </Button>
      <input
        ref={input}
        type="file"
        tabIndex={-1}
        aria-label="File"
        className="hidden"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          // Lets the same file be chosen again.
          currentTarget.value = ''
        }}
      />
    </DropArea>
  )
}
