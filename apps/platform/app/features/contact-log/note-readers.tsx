import { type LogEntry, type NoteReaders, noteReaders, readersNeed } from '@sherpa/contracts/contact-log'
import { MenuButton } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { MenuItem } from '../../list/row-menu.tsx'
import { readersInWords, seenBy } from './log-sentence.ts'
import { type LogTarget, useLogCalls } from './log-target.ts'

/** From the widest to the narrowest. */
const all = Object.keys(noteReaders) as NoteReaders[]

/** Authors can only choose an audience that includes them. Everyone who sees companies sees deals. */
export function useOfferedReaders(record: LogTarget['record']): NoteReaders[] {
  const { may } = useOrganization()
  return all.filter((readers) => readersNeed[readers].every(may) && !(record === 'company' && readers === 'team'))
}

/** Who can see a note. Its author can narrow it. */
export function ReadersOfNote({
  target,
  note,
}: {
  target: Pick<LogTarget, 'record' | 'id'>
  note: Pick<LogEntry, 'id' | 'own' | 'version' | 'readers'>
}) {
  const { change } = useLogCalls(target)
  const { run } = useAction()
  const { id, readers, version } = note
  const fewer = useOfferedReaders(target.record).filter((one) => note.own && all.indexOf(one) > all.indexOf(readers))
  if (fewer.length === 0) return <span title={readersInWords[readers]}>{seenBy[readers]}</span>

  const choose = (to: NoteReaders) =>
    void run(() => change(id, { version, changes: { readers: to } }), `Note visible to: ${readersInWords[to]}.`)

  return (
    <MenuButton
      name={`${seenBy[readers]}. Change`}
      buttonClass="inline-flex min-h-6 cursor-pointer items-center gap-1 rounded-sm font-medium hover:text-ink hover:underline max-md:min-h-11"
      label={
        <>
          {seenBy[readers]}
          <ToolIcon name="chevron" className="size-2.5 rotate-90" />
        </>
      }
    >
      <p className="px-2.5 pt-1 pb-1.5 text-xs text-grey">Restrict who can see this note. This can’t be reversed.</p>
      {fewer.map((one) => (
        <MenuItem key={one} onClick={() => choose(one)}>
          {readersInWords[one]}
        </MenuItem>
      ))}
    </MenuButton>
  )
}
