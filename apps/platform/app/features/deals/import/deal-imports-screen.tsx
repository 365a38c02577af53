import { dealImportsApi } from '@sherpa/api-client/deal-imports'
import { type TemplateLayout, templateLayouts } from '@sherpa/contracts/deal-import'
import { Button } from '@sherpa/ui/button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { saveFile } from '../../../data/save-file.ts'
import { useAction } from '../../../data/use-action.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { NotForYou } from '../../../frame/not-for-you.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { SecondFactorNotice } from '../../../frame/second-factor-notice.tsx'
import { ImportsList } from '../../imports/imports-list.tsx'
import { UploadPanel } from '../../imports/upload-panel.tsx'
import { dealsImportable } from './deals-importable.ts'
import { useImportAccess } from './use-import-access.ts'

/** Starts an import of signed deals, and lists earlier ones. */
export function Component() {
  const { name } = useOrganization()
  const { isGranted, mayImport } = useImportAccess()
  if (!isGranted) {
    return (
      <NotForYou title="You don’t have access">
        Only people who can see all athletes of {name}, edit deals and edit money can import deals. An owner can change
        what your role can do.
      </NotForYou>
    )
  }
  return (
    <>
      <ScreenHeading
        title="Import signed deals"
        within={name}
        lead="Upload your spreadsheet as is. You see a preview before anything changes, and you can undo an import for 30 days."
      />
      <SecondFactorNotice of="money.edit" />
      {mayImport && (
        <>
          <UploadPanel importable={dealsImportable} mostRows="20,000">
            <Templates />
          </UploadPanel>
          <ImportsList importable={dealsImportable} />
        </>
      )}
    </>
  )
}

/** Tables to fill in, for people without one. */
function Templates() {
  const { id: organization } = useOrganization()
  const [template] = dealImportsApi.useDealImportTemplateMutation()
  const { busy, run } = useAction()
  const download = (layout: TemplateLayout) =>
    run(async () => saveFile(await template({ organization, query: { layout } }).unwrap(), `deals-${layout}.csv`))
  return (
    <section aria-label="Templates" className="flex flex-col gap-2 text-sm">
      <p>
        No spreadsheet yet? Download a template. Rows with the same athlete, company and start date become one deal.
      </p>
      <ul className="flex flex-wrap gap-2">
        {Object.entries(templateLayouts).map(([layout, label]) => (
          <li key={layout}>
            <Button look="secondary" size="small" busy={busy} onClick={() => download(layout as TemplateLayout)}>
              <ToolIcon name="download" />
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
