import { athletesApi } from '@sherpa/api-client/athletes'
import {
  type AthleteRow,
  type AthleteSelection,
  type AthleteTagList,
  athletesQuery,
  type BulkChange,
  MOST_UNDONE,
  type Stage,
} from '@sherpa/contracts/athlete'
import type { Program } from '@sherpa/contracts/program'
import { menuItemClass } from '@sherpa/ui/menu-button'
import { showToast } from '@sherpa/ui/toast-area'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { failureOf } from '../../forms/failure.ts'
import { useLabels, useOrganization } from '../../frame/account-context.ts'
import { BarMenu, Choices, type ChoicesProps } from '../../list/bar-menu.tsx'
import { inOrder, type ListAddress } from '../../list/list-address.ts'
import { MenuSearch } from '../../list/menu-search.tsx'
import type { Selection } from '../../list/selection.ts'
import { barButtonClass, SelectionBar } from '../../list/selection-bar.tsx'
import type { LoadedList } from '../../list/use-list.ts'
import { ExportFormats } from './export-menu.tsx'
import { InviteAthletesDialog } from './invite-athletes-dialog.tsx'
import { planLimitReached } from './plan-limit.ts'
import { StageSign } from './stage-badge.tsx'
import { useExport } from './use-export.ts'

type Change = BulkChange['change']

/** Changes of more athletes need confirmation. */
const MANY = 20

type BulkAction = {
  /** May create what it needs first, such as a new tag. */
  change: () => Change | Promise<Change>
  /** The end of the toast's sentence. */
  done: string
  /** The title of the confirmation. */
  question: (athletes: string) => string
}

/** The filters of the list; its sort order doesn't affect the selection. */
export function wholeListOf(
  { state: { sort, ...narrowing } }: ListAddress,
  { total, similar }: LoadedList<AthleteRow>,
) {
  // Similar results are not exact matches, so they can't be selected as a whole.
  if (!total?.exact || similar) return undefined
  return { address: inOrder(new URLSearchParams(narrowing)), total: total.count }
}

/** Bulk actions on selected athletes. */
export function SelectionActions({
  selection,
  list,
  address,
  programs,
  tags,
  colleagues,
}: {
  selection: Selection
  list: LoadedList<AthleteRow>
  address: ListAddress
  programs: readonly Program[]
  tags: AthleteTagList['tags']
  colleagues: readonly (readonly [id: string, name: string])[]
}) {
  const { id: organization, has, may } = useOrganization()
  const labels = useLabels()
  const [changeAthletes] = athletesApi.useChangeAthletesMutation()
  const [addTag] = athletesApi.useAddTagMutation()
  const [exportSelected] = athletesApi.useExportSelectedAthletesMutation()
  const { run } = useAction()
  const [pending, setPending] = useState<{ action: BulkAction; athletes: number }>()
  const { save } = useExport((format) => {
    const sort = athletesQuery.shape.sort.safeParse(address.state.sort).data
    const body = { selection: selectionOf(selection, address, list), sort, format }
    return exportSelected({ organization, body }).unwrap()
  })
  const [invited, setInvited] = useState<{ selection: AthleteSelection; count: number }>()
  const rows = list.rows.filter(({ id }) => selection.isSelected(id))

  async function apply({ change, done }: BulkAction) {
    try {
      const body = { selection: selectionOf(selection, address, list), change: await change() }
      const { changed, undo } = await changeAthletes({ organization, body }).unwrap()
      selection.clear()
      const undoAction = { label: 'Undo', act: () => void run(() => undoAll(undo)) }
      const text = changed === 0 ? 'Nothing to change.' : `${counted(changed)} ${done}`
      showToast('success', text, undo.length > 0 ? undoAction : undefined)
    } catch (error) {
      const { code } = failureOf(error)
      if (code === 'selection-changed') await list.reload()
      if (code !== 'no-room-for-athletes') throw error
      showToast('error', planLimitReached(labels))
    }
  }

  async function undoAll(changes: BulkChange[]) {
    for (const body of changes) await changeAthletes({ organization, body }).unwrap()
    showToast('success', 'Undone.')
  }

  function act(action: BulkAction) {
    if (selection.count > MANY) setPending({ action, athletes: selection.count })
    else void run(() => apply(action))
  }
  const tag = (name: string, change: BulkAction['change']) =>
    act({ change, done: `tagged ${name}.`, question: (athletes) => `Tag ${athletes} with ${name}?` })
  const addNewTag = (name: string) =>
    tag(name, async () => ({ addTag: (await addTag({ organization, body: { name } }).unwrap()).id }))

  // A whole list contains rows that are not loaded.
  const isWhole = selection.except !== undefined
  const nameOf = new Map(colleagues)
  const assigned = isWhole ? [...colleagues] : namesIn(rows.map(({ lookedAfterBy }) => lookedAfterBy))
  const inPrograms = isWhole
    ? programs.map(({ id, name }) => [id, name] as const)
    : namesIn(rows.map((row) => row.programs))
  const tagged = isWhole ? tags.map(({ id, name }) => [id, name] as const) : namesIn(rows.map(({ tags }) => tags))

  return (
    <>
      <SelectionBar selection={selection}>
        {may('athletes.edit') && (
          <>
            <BarMenu icon="account" label="Assign">
              <MenuSearch label="Find a colleague" choices={colleagues}>
                {(found) => (
                  <>
                    <Choices
                      choices={found}
                      onChoose={(id, name) =>
                        act({
                          change: () => ({ assign: id }),
                          done: `assigned to ${name}.`,
                          question: (athletes) => `Assign ${athletes} to ${name}?`,
                        })
                      }
                    />
                    {assigned.length > 0 && (
                      <Removal
                        choices={assigned.map(([id, name]) => [id, nameOf.get(id) ?? name])}
                        onChoose={(id, name) =>
                          act({
                            change: () => ({ unassign: id }),
                            done: `no longer assigned to ${name}.`,
                            question: (athletes) => `Unassign ${athletes} from ${name}?`,
                          })
                        }
                      />
                    )}
                  </>
                )}
              </MenuSearch>
            </BarMenu>
            <BarMenu icon="flag" label="Stage">
              <ul>
                {Object.entries(labels.stages).map(([stage, name]) => (
                  <li key={stage}>
                    <button
                      type="button"
                      className={menuItemClass}
                      onClick={() =>
                        act({
                          change: () => ({ stage: stage as Stage }),
                          done: `changed to ${name}.`,
                          question: (athletes) => `Change the stage of ${athletes} to ${name}?`,
                        })
                      }
                    >
                      <StageSign stage={stage as Stage} />
                      {name}
                    </button>
                  </li>
                ))}
              </ul>
            </BarMenu>
            {programs.length > 0 && (
              <BarMenu icon="people" label="Program">
                <MenuSearch label="Find a program" choices={programs.map(({ id, name }) => [id, name])}>
                  {(found) => (
                    <>
                      <Choices
                        choices={found}
                        onChoose={(id, name) =>
                          act({
                            change: () => ({ addProgram: id }),
                            done: `added to ${name}.`,
                            question: (athletes) => `Add ${athletes} to ${name}?`,
                          })
                        }
                      />
                      {inPrograms.length > 0 && (
                        <Removal
                          choices={inPrograms}
                          onChoose={(id, name) =>
                            act({
                              change: () => ({ removeProgram: id }),
                              done: `no longer in ${name}.`,
                              question: (athletes) => `Remove ${athletes} from ${name}?`,
                            })
                          }
                        />
                      )}
                    </>
                  )}
                </MenuSearch>
              </BarMenu>
            )}
            <BarMenu icon="tag" label="Tag">
              <MenuSearch always label="Find or add a tag" choices={tags.map(({ id, name }) => [id, name])}>
                {(found, typed) => (
                  <>
                    <Choices choices={found} onChoose={(id, name) => tag(name, () => ({ addTag: id }))} />
                    {typed && !found.some(([, name]) => name.toLowerCase() === typed.toLowerCase()) && (
                      <button type="button" className={menuItemClass} onClick={() => addNewTag(typed)}>
                        <ToolIcon name="plus" />
                        <span className="min-w-0 truncate">New tag “{typed}”</span>
                      </button>
                    )}
                    {tagged.length > 0 && !typed && (
                      <Removal
                        choices={tagged}
                        onChoose={(id, name) =>
                          act({
                            change: () => ({ removeTag: id }),
                            done: `no longer tagged ${name}.`,
                            question: (athletes) => `Remove the tag ${name} from ${athletes}?`,
                          })
                        }
                      />
                    )}
                  </>
                )}
              </MenuSearch>
            </BarMenu>
          </>
        )}
        {may('athletes.edit') && may('people.invite') && (
          <button
            type="button"
            aria-label="Invite"
            className={barButtonClass}
            onClick={() => setInvited({ selection: selectionOf(selection, address, list), count: selection.count })}
          >
            <ToolIcon name="invite" />
            <span className="list-bar-word">Invite</span>
          </button>
        )}
        {has('data.export') && (
          <BarMenu icon="download" label="Export">
            <ExportFormats onChoose={save} />
          </BarMenu>
        )}
      </SelectionBar>
      <InviteAthletesDialog selected={invited} onClose={() => setInvited(undefined)} />
      <ConfirmDialog
        open={pending !== undefined}
        title={pending?.action.question(counted(pending.athletes)) ?? ''}
        look="primary"
        confirm="Change"
        confirming="Changing…"
        onClose={() => setPending(undefined)}
        onConfirm={async () => pending && apply(pending.action)}
      >
        <p className="text-sm">
          {pending && pending.athletes > MOST_UNDONE
            ? `This changes more than ${MOST_UNDONE.toLocaleString('en-US')} athletes, so it can’t be undone in one step.`
            : 'You can undo this right afterwards.'}
        </p>
      </ConfirmDialog>
    </>
  )
}

function selectionOf(selection: Selection, address: ListAddress, list: LoadedList<AthleteRow>): AthleteSelection {
  const whole = wholeListOf(address, list)
  if (!selection.except || !whole) return { ids: selection.selected }
  return { list: whole.address, except: selection.except, count: selection.count }
}

/** Distinct names, sorted. */
function namesIn(several: readonly { id: string; name: string }[][]) {
  const names = new Map(several.flat().map(({ id, name }) => [id, name]))
  return [...names].toSorted(([, one], [, other]) => one.localeCompare(other, 'en-US'))
}

function counted(athletes: number) {
  return athletes === 1 ? '1 athlete' : `${athletes.toLocaleString('en-US')} athletes`
}

function Removal(props: ChoicesProps) {
  return (
    <section aria-label="Remove" className="mt-1.5 border-t border-line pt-1.5">
      <p aria-hidden="true" className="px-2.5 py-1 text-xs text-grey">
        Remove
      </p>
      <Choices {...props} />
    </section>
  )
}
