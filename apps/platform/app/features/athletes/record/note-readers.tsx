import { athletesApi } from '@sherpa/api-client/athletes'
import { type NoteReaders, noteReaders, readersNeed, type TimelineEntry } from '@sherpa/contracts/athlete'
import { MenuButton } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useAction } from '../../../data/use-action.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { MenuItem } from '../../../list/row-menu.tsx'
import { readersInWords } from './timeline-sentence.ts'

/** From the widest to the narrowest. */
const all = Object.keys(noteReaders) as NoteReaders[]

/** Authors can only choose an audience that includes them. */
export function useOfferedReaders(): NoteReaders[] {
  const { may } = useOrganization()
  return all.filter((readers) => readersNeed[readers].every(may))
}

/** Who can see a note. Its author can narrow it. */
export function ReadersOfNote({ athlete, note }: { athlete: string; note: TimelineEntry & { readers: NoteReaders } }) {
  const { id: organization } = useOrganization()
  const [narrow] = athletesApi.useNarrowNoteMutation()
  const { run } = useAction()
  const { readers } = note
  const fewer = useOfferedReaders().filter((one) => note.own && all.indexOf(one) > all.indexOf(readers))
  if (fewer.length === 0) return <span title={readersInWords[readers]}>{noteReaders[readers]}</span>

  const choose = (to: NoteReaders) =>
    void run(
      () => narrow({ organization, athlete, note: note.id, body: { readers: to } }).unwrap(),
      `Note visible to: ${readersInWords[to]}.`,
    )

  return (
    <MenuButton
      name={`Visible to: ${readersInWords[readers]}. Change`}
      buttonClass="inline-flex min-h-6 cursor-pointer items-center gap-1 rounded-sm font-medium hover:text-ink hover:underline max-md:min-h-11"
      label={
        <>
          {noteReaders[readers]}
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
