import { dealsApi } from '@sherpa/api-client/deals'
import { Button, buttonClass } from '@sherpa/ui/button'
import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link } from 'react-router'
import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { LinkSwitch } from '../../frame/link-switch.tsx'
import { useCommands } from '../../frame/palette/commands.ts'
import type { ListAddress } from '../../list/list-address.ts'
import { ExportNeedsSecondFactor } from '../athletes/export-menu.tsx'
import { ImportLink } from '../imports/import-link.tsx'
import { useImportAccess } from './import/use-import-access.ts'
import { NewDealButton } from './new-deal-button.tsx'

export function DealsActions({ address, layout }: { address: ListAddress; layout: 'list' | 'board' }) {
  const { id, role, has, may } = useOrganization()
  const { isGranted } = useImportAccess()
  useCommands(
    isGranted ? [{ title: 'Import signed deals', icon: 'upload', run: `/organizations/${id}/deals/import` }] : [],
  )
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:w-full">
      {role !== 'athlete' && <LayoutSwitch address={address} layout={layout} />}
      {has('data.export') && (may('data.export') ? <ExportButton address={address} /> : <NoExportYet />)}
      {may('money.view') && <MoreMenu />}
      {isGranted && <ImportLink to="deals/import" />}
      {may('deals.edit') && <NewDealButton />}
    </div>
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
function ExportButton({ address: { state } }: { address: ListAddress }) {
  const { id: organization } = useOrganization()
  const [exportDeals] = dealsApi.useExportDealsMutation()
  const { busy, run } = useAction()
  return (
    <Button
      look="secondary"
      size="small"
      busy={busy}
      onClick={() => run(async () => saveFile(await exportDeals({ organization, query: state }).unwrap(), 'deals.csv'))}
    >
      <ToolIcon name="download" />
      {busy ? 'Exporting…' : 'Export CSV'}
    </Button>
  )
}

function NoExportYet() {
  return (
    <MenuButton
      align="end"
      buttonClass={buttonClass({ look: 'secondary', size: 'small' })}
      label={
        <>
          <ToolIcon name="download" />
          Export CSV
        </>
      }
    >
      <ExportNeedsSecondFactor />
    </MenuButton>
  )
}

const checkTitle = 'Check a signed PDF'
const agreementsTitle = 'Representation agreements'

function MoreMenu() {
  const { id } = useOrganization()
  const check = `/organizations/${id}/deals/check`
  const agreements = `/organizations/${id}/deals/agreements`
  useCommands([
    { title: checkTitle, icon: 'check', run: check },
    { title: agreementsTitle, icon: 'deal', run: agreements },
  ])
  return (
    // The menu opens to the left, so on phones it sits at the right edge.
    <div className="max-md:order-last max-md:ml-auto">
      <MenuButton
        align="end"
        name="More actions"
        buttonClass={`${buttonClass({ look: 'secondary', size: 'small' })} w-8 px-0 max-md:w-11`}
        label={<ToolIcon name="more" />}
      >
        <Link to={agreements} className={menuItemClass}>
          {agreementsTitle}
        </Link>
        <Link to={check} className={menuItemClass}>
          {checkTitle}
        </Link>
      </MenuButton>
    </div>
  )
}
