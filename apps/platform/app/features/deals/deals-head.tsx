import { dealsApi } from '@sherpa/api-client/deals'
import type { Total } from '@sherpa/contracts/list'
import { buttonClass } from '@sherpa/ui/button'
import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { LinkSwitch } from '../../frame/link-switch.tsx'
import { useCommands } from '../../frame/palette/commands.ts'
import type { ListAddress } from '../../list/list-address.ts'
import { ListHead } from '../../list/list-head.tsx'
import { MenuItem } from '../../list/row-menu.tsx'
import { ExportNeedsSecondFactor } from '../athletes/export-menu.tsx'
import { ImportLink } from '../imports/import-link.tsx'
import { useImportAccess } from './import/use-import-access.ts'
import { NewDealButton } from './new-deal-button.tsx'

/** The head of list and board. */
export function DealsHead({
  title = 'Deals',
  count,
  views,
  address,
  layout,
  isEmpty = false,
  menu,
}: {
  title?: string
  count?: Total | undefined
  views?: ReactNode
  address: ListAddress
  layout: 'list' | 'board'
  isEmpty?: boolean
  /** Further items of the menu. */
  menu?: ReactNode
}) {
  const { id, name, role, has, may } = useOrganization()
  const { isGranted } = useImportAccess()
  const exporting = useExport(address)
  const importPath = 'deals/import'
  const seesMoney = may('money.view')
  const exports = has('data.export')
  useCommands([
    ...(isGranted
      ? [{ title: 'Import signed deals', icon: 'upload' as const, run: `/organizations/${id}/${importPath}` }]
      : []),
    ...(seesMoney ? furtherScreens.map(({ path, ...one }) => ({ ...one, run: `/organizations/${id}/${path}` })) : []),
  ])
  const further = !isEmpty && (seesMoney || exports) && (
    <>
      {seesMoney && <FurtherScreens />}
      {exports &&
        (may('data.export') ? <MenuItem onClick={exporting.save}>Export CSV</MenuItem> : <ExportNeedsSecondFactor />)}
    </>
  )
  return (
    <ListHead
      title={title}
      within={name}
      count={count}
      views={views}
      lead={role !== 'athlete' && !isEmpty && <LayoutSwitch address={address} layout={layout} />}
      add={may('deals.edit') && <NewDealButton />}
      tools={
        <>
          {isGranted && !isEmpty && <ImportLink to={importPath} />}
          {further && (
            <MenuButton
              align="end"
              name="More actions"
              buttonClass={`${buttonClass({ look: 'secondary', size: 'small' })} min-w-8 ${exporting.busy ? '' : 'px-0'}`}
              label={exporting.busy ? 'Exporting…' : <ToolIcon name="more" />}
            >
              {further}
            </MenuButton>
          )}
        </>
      }
      menu={
        (further || menu) && (
          <>
            {menu}
            {further}
            {isGranted && !isEmpty && <ImportLink to={importPath} look="item" />}
          </>
        )
      }
    />
  )
}

/** Keeps search and filters across layouts. */
function LayoutSwitch({ address: { state }, layout }: { address: ListAddress; layout: 'list' | 'board' }) {
  const { id } = useOrganization()
  const { stage: _, sort: _sort, ...filters } = state
  const search = (query: Record<string, string>) =>
    Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''
  const layouts = [
    { name: 'List', is: layout === 'list', to: `/organizations/${id}/deals${search(state)}` },
    { name: 'Board', is: layout === 'board', to: `/organizations/${id}/deals/board${search(filters)}` },
  ]
  return <LinkSwitch label="Layout" choices={layouts} />
}

/** Exports the filtered list. */
function useExport({ state }: ListAddress) {
  const { id: organization } = useOrganization()
  const [exportDeals] = dealsApi.useExportDealsMutation()
  const { busy, run } = useAction()
  const save = () => run(async () => saveFile(await exportDeals({ organization, query: state }).unwrap(), 'deals.csv'))
  return { busy, save }
}

const furtherScreens = [
  { path: 'deals/agreements', title: 'Representation agreements', icon: 'deal' },
  { path: 'deals/check', title: 'Check a signed PDF', icon: 'check' },
] as const

function FurtherScreens() {
  const { id } = useOrganization()
  return furtherScreens.map(({ path, title }) => (
    <Link key={path} to={`/organizations/${id}/${path}`} className={menuItemClass}>
      {title}
    </Link>
  ))
}
