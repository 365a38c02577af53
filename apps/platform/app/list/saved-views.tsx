import { type Total, totalInWords } from '@sherpa/contracts/list'
import { type ListWithViews, type SavedView, viewDetails } from '@sherpa/contracts/view'
import { buttonClass } from '@sherpa/ui/button'
import { Checkbox } from '@sherpa/ui/choice'
import { Dialog } from '@sherpa/ui/dialog'
import { showToast } from '@sherpa/ui/toast-area'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type * as z from 'zod/mini'
import { useAction } from '../data/use-action.ts'
import { ConfirmDialog } from '../forms/confirm-dialog.tsx'
import { FormMessage } from '../forms/form-message.tsx'
import { SubmitActions } from '../forms/submit-actions.tsx'
import { TextField } from '../forms/text-field.tsx'
import { useForm } from '../forms/use-form.ts'
import { OrganizationContext } from '../frame/account-context.ts'
import { useCurrentTabInSight } from '../frame/current-tab.ts'
import { useFocusWhenLost } from '../frame/focus-when-lost.ts'
import { tabClass, tabStripClass } from '../frame/tabs.ts'
import { type ListAddress, useIsAnswer, useIsCountedAbove } from './list-address.ts'
import { MenuItem, RowMenu } from './row-menu.tsx'
import { usePhone } from './use-phone.ts'
import { useSavedViews, useViewActions } from './use-saved-views.ts'

type ViewsOfList = { list: ListWithViews; address: ListAddress }

/** A view that everyone has. */
export type BuiltInView = {
  name: string
  address: string
  /** Number of rows, if known. */
  count?: number | undefined
  /** Its rows are a problem. */
  isBad?: true
  /** Title of its empty state, such as "No open requests". */
  none?: string
  /** Text of its empty state. */
  about?: string
}
const wholeList: BuiltInView[] = [{ name: 'All', address: '' }]

const quietButton = `${buttonClass({ look: 'secondary', size: 'small' })} border-transparent text-slate`

/** Tabs of built-in and saved views. The current view has the list's address; after changes, its origin stays
 * underlined and can be updated.
 */
export function SavedViews({
  list,
  address,
  builtIn = wholeList,
  total,
  isInHead,
  children,
}: ViewsOfList & {
  builtIn?: BuiltInView[] | undefined
  /** Number of rows of the current view, for phones. */
  total: Total | undefined
  /** On phones, the head of the list shows the tabs; a single one has the count. */
  isInHead: boolean
  /** The list, with its tabs and the buttons that save a view. `isWaiting`: tabs may still come above it. */
  children: (tabs: ReactNode, saving: ReactNode, isWaiting: boolean) => ReactNode
}) {
  const { views, isLoading } = useSavedViews(useContext(OrganizationContext)?.id)
  const saved = views.filter((view) => view.list === list)
  const tabs: (BuiltInView & { key: string; view?: SavedView })[] = [
    ...builtIn.map((view) => ({ ...view, key: view.name })),
    ...saved.map((view) => ({ key: view.id, name: view.name, address: view.address, view })),
  ]
  useViewOfAddress(saved)
  const [chosen, setChosen] = useState<string>()
  const same = tabs.filter((tab) => address.isAt(tab.address))
  // If two views share an address, the chosen one is current.
  const exact = same.find(({ key }) => key === chosen) ?? same[0]
  if (exact && exact.key !== chosen) setChosen(exact.key)
  const current = exact ?? tabs.find(({ key }) => key === chosen) ?? tabs.find((tab) => tab.address === '')
  const isChanged = !exact
  const isPhone = usePhone()
  const strip = useCurrentTabInSight<HTMLElement>(current?.key)
  // Save and delete buttons unmount after use.
  const focusWhenLost = useFocusWhenLost<HTMLAnchorElement>(`${tabs.length} ${isChanged}`)

  const isAnswer = useIsAnswer()
  const isCountedAbove = useIsCountedAbove()
  const saving = isChanged && (
    <>
      {current?.view && <SaveChanges view={current.view} address={address} />}
      {!isAnswer && (
        <SaveViewButton list={list} address={address}>
          {current?.view ? 'Save as new' : 'Save view'}
        </SaveViewButton>
      )}
    </>
  )
  const hasTabs = tabs.length > 1
  const countOf = ({ key, count }: (typeof tabs)[number]) =>
    count ?? (isInHead && key === exact?.key && total && !isCountedAbove ? totalInWords(total) : undefined)
  return children(
    hasTabs && (
      <div className="flex min-w-0 flex-1 items-center border-line md:border-b">
        <nav
          ref={strip}
          aria-label="Saved views"
          className={`${tabStripClass} min-w-0 max-md:pr-5 max-md:[mask-image:linear-gradient(to_right,black_calc(100%-1.25rem),transparent)]`}
        >
          {tabs.map((tab) => (
            <Link
              key={tab.key}
              ref={tab.key === current?.key ? focusWhenLost : undefined}
              to={`?${tab.address}`}
              preventScrollReset
              aria-current={tab.key === current?.key ? (isChanged ? 'true' : 'page') : undefined}
              className={tabClass}
              onClick={() => setChosen(tab.key)}
            >
              <span className="max-w-48 truncate">{tab.name}</span>
              {countOf(tab) !== undefined && (
                <span className={`ml-1.5 text-xs tabular-nums ${tab.isBad ? 'text-error' : 'text-grey'}`}>
                  {countOf(tab)}
                </span>
              )}
            </Link>
          ))}
        </nav>
        <div className="ml-3 flex shrink-0 max-md:hidden">{saving}</div>
        {current?.view && (
          <div className="ml-auto">
            <ViewMenu key={current.key} view={current.view} />
          </div>
        )}
      </div>
    ),
    isPhone ? saving : !hasTabs && address.isNarrowed && saving,
    isLoading && !hasTabs,
  )
}

/** Mail links to a view by its id. */
function useViewOfAddress(saved: readonly SavedView[]) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const address = saved.find(({ id }) => id === search.get('view'))?.address
  useEffect(() => {
    if (address !== undefined) void navigate(`?${address}`, { replace: true })
  }, [address, navigate])
}

/** All staff can change shared staff views; in organizations, people who manage members can. */
function useMayChange({ own }: SavedView) {
  const organization = useContext(OrganizationContext)
  return own || !organization || organization.permissions.includes('people.manage')
}

function SaveChanges({ view, address }: { view: SavedView; address: ListAddress }) {
  const { change } = useViewActions(useContext(OrganizationContext)?.id)
  const { busy, run } = useAction()
  if (!useMayChange(view)) return null
  const save = () => change(view.id, { address: address.address })
  return (
    <button
      type="button"
      aria-disabled={busy}
      className={quietButton}
      onClick={() => run(save, `${view.name} was saved.`)}
    >
      Save changes
    </button>
  )
}

function SaveViewButton({ list, address, children }: ViewsOfList & { children: string }) {
  const { save } = useViewActions(useContext(OrganizationContext)?.id)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" className={quietButton} onClick={() => setOpen(true)}>
        <ToolIcon name="plus" />
        {children}
      </button>
      <Dialog open={open} title="Save view" onClose={close}>
        <ViewForm
          withSharing
          send={async (details) => {
            await save({ list, address: address.address, ...details })
            close()
            showToast('success', `${details.name} was saved.`)
          }}
          onCancel={close}
        >
          <p className="text-sm">Saves the search, filters, sort order and columns of this list.</p>
        </ViewForm>
      </Dialog>
    </>
  )
}

/** The menu of the current view. Anyone can pin it; changing it needs permission. */
function ViewMenu({ view }: { view: SavedView }) {
  const organization = useContext(OrganizationContext)
  const { id, name, shared, own, pinned, alert } = view
  const { change, remove, pin, unpin, watch, unwatch } = useViewActions(organization?.id)
  const { run } = useAction()
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const close = () => setOpen(undefined)
  const mayChange = useMayChange(view)

  function togglePin() {
    if (pinned) return run(() => unpin(id), `${name} was unpinned from your sidebar.`)
    return run(() => pin(id), `${name} was pinned to your sidebar.`)
  }

  function toggleAlert() {
    if (alert) return run(async () => unwatch?.(id), `You get no more mail about ${name}.`)
    return run(async () => watch?.(id), `You get a mail at 7:00 AM when ${name} has new results.`)
  }

  function toggleSharing() {
    const done = shared ? `Only you can see ${name} now.` : `${name} is shared with everyone who can see this list.`
    return run(() => change(id, { shared: !shared }), done)
  }

  return (
    <>
      <RowMenu name={`Options for view ${name}`}>
        <MenuItem onClick={togglePin}>{pinned ? 'Unpin from sidebar' : 'Pin to sidebar'}</MenuItem>
        {watch && <MenuItem onClick={toggleAlert}>{alert ? 'Turn off daily alert' : 'Turn on daily alert'}</MenuItem>}
        {mayChange && <MenuItem onClick={() => setOpen('rename')}>Rename</MenuItem>}
        {own && <MenuItem onClick={toggleSharing}>{shared ? 'Stop sharing' : 'Share with everyone'}</MenuItem>}
        {mayChange && <MenuItem onClick={() => setOpen('delete')}>Delete</MenuItem>}
      </RowMenu>
      <Dialog open={open === 'rename'} title="Rename view" onClose={close}>
        <ViewForm
          name={name}
          send={async (details) => {
            await change(id, { name: details.name })
            close()
          }}
          onCancel={close}
        />
      </Dialog>
      <ConfirmDialog
        open={open === 'delete'}
        title={`Delete ${name}?`}
        confirm="Delete"
        confirming="Deleting…"
        onConfirm={() => remove(id)}
        onClose={close}
      >
        <p>
          The view is deleted{shared && ` for everyone in ${organization?.name ?? 'our staff'}`}. The records in the
          list are not affected.
        </p>
      </ConfirmDialog>
    </>
  )
}

export function ViewForm({
  name,
  withSharing = false,
  send,
  onCancel,
  children,
}: {
  name?: string
  /** Shows the sharing option. */
  withSharing?: boolean
  send: (details: z.infer<typeof viewDetails>) => Promise<void>
  onCancel: () => void
  children?: ReactNode
}) {
  const { errors, failureText, busy, formProps } = useForm({
    schema: viewDetails,
    read: (typed) => ({ name: typed.name, shared: 'shared' in typed }),
    send,
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {children}
      <FormMessage failure={failureText} />
      <TextField name="name" label="Name" defaultValue={name} maxLength={60} autoComplete="off" errors={errors} />
      {withSharing && <Checkbox name="shared">Share with everyone who can see this list</Checkbox>}
      <SubmitActions label="Save" busyLabel="Saving…" busy={busy} onCancel={onCancel} />
    </form>
  )
}
