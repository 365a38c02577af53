import { Button } from '@sherpa/ui/button'
import { Field } from '@sherpa/ui/field'
import { MessageBox } from '@sherpa/ui/message-box'
import { Panel } from '@sherpa/ui/panel'
import { Select } from '@sherpa/ui/select'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useAction } from '../../data/use-action.ts'
import { CellTable } from './cell-table.tsx'
import { columnGrid } from './column-row.tsx'
import { HeaderPicker } from './header-picker.tsx'
import { number, rowsInWords } from './import-words.ts'
import { type AnyImport, type Importable, useImportCalls, useImportsAddress } from './importable.ts'
import { findFile, rememberFile } from './uploaded-files.ts'
import type { useMapping } from './use-mapping.ts'

/** The step that maps columns to fields. */
export function MatchLayout({
  importable,
  whole,
  mapped,
  onMoveHeader,
  onChecking,
  question,
  columnActions,
  column,
  options,
}: {
  importable: Importable
  whole: AnyImport
  mapped: Pick<ReturnType<typeof useMapping>, 'mapping' | 'saved' | 'failure' | 'fail'>
  onMoveHeader: (row: number | null) => Promise<void>
  onChecking: () => void
  /** A question about the whole file. */
  question?: ReactNode
  columnActions?: ReactNode
  column: (column: number) => ReactNode
  options: ReactNode
}) {
  const { check, discard } = useImportCalls(importable)
  const imports = useImportsAddress(importable)
  const navigate = useNavigate()
  const { busy, run } = useAction()
  const { mapping, saved, failure, fail } = mapped
  const matched = mapping.targets.filter((target) => target !== null).length

  const startCheck = () =>
    run(async () => {
      await saved.current
      try {
        await check(whole.id)
        onChecking()
      } catch (error) {
        fail(error)
      }
    })

  return (
    <>
      {whole.sheets.length > 1 && <SheetChoice importable={importable} whole={whole} onFailure={fail} />}
      <HeaderPicker whole={whole} noun={importable.noun} onChoose={onMoveHeader} />
      {question}
      <Panel
        title="Columns"
        lead={`${whole.remembered ? 'Matched as in your last import with these columns.' : 'Matched by name and content. Correct any that are wrong.'} ${number(matched)} of ${number(whole.columns.length)} matched.`}
        actions={columnActions}
      >
        <div aria-hidden="true" className={`${columnGrid} hidden border-b border-line pb-2 text-xs text-grey lg:grid`}>
          <span className="pl-7">In your file</span>
          <span>In Sherpa</span>
          <span>How it is read</span>
        </div>
        <ul className="flex flex-col divide-y divide-line">
          {whole.columns.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by index.
            <li key={at}>{column(at)}</li>
          ))}
        </ul>
        <details className="mt-4 text-sm">
          <summary className="cursor-pointer max-md:py-3">
            Preview of the first {rowsInWords(whole.examples.length)}
          </summary>
          <div className="mt-2">
            <CellTable
              label="Preview of the file"
              heads={whole.columns.map(({ name }) => name)}
              rows={whole.examples}
            />
          </div>
        </details>
      </Panel>
      <Panel title="Options">{options}</Panel>
      {/* In reach beside a long list of columns. Phones have the tab bar there. */}
      <div className="border-t border-line bg-white py-4 md:sticky md:bottom-0">
        <div className={failure === undefined ? '' : 'mb-4'}>
          <MessageBox message={failure === undefined ? undefined : { kind: 'error', text: failure }} />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button busy={busy} onClick={startCheck}>
            Check rows
          </Button>
          <Button
            look="secondary"
            onClick={() =>
              run(async () => {
                await discard(whole.id)
                navigate(imports)
              }, 'File discarded.')
            }
          >
            Discard file
          </Button>
        </div>
      </div>
    </>
  )
}

/** Another sheet is another import of the same file. */
function SheetChoice({
  importable,
  whole,
  onFailure,
}: {
  importable: Importable
  whole: AnyImport
  onFailure: (error: unknown) => void
}) {
  const { upload, discard } = useImportCalls(importable)
  const imports = useImportsAddress(importable)
  const { busy, run } = useAction()
  const navigate = useNavigate()
  const file = findFile(whole.id)
  const isReplaced = useRef(false)
  // Once the screen has left it: a discarded import cannot be loaded again. If that fails, it expires.
  useEffect(
    () => () => {
      if (isReplaced.current) void discard(whole.id).catch(() => undefined)
    },
    [discard, whole.id],
  )

  const read = (sheet: string) =>
    run(async () => {
      if (!file) return
      try {
        const { id } = await upload(file, { name: whole.name, sheet })
        rememberFile(id, file)
        isReplaced.current = true
        await navigate(`${imports}/${id}`, { replace: true })
      } catch (error) {
        onFailure(error)
      }
    })

  return (
    <div className="max-w-80">
      <Field label="Sheet" hint={file ? undefined : 'Upload the file again to read another sheet.'}>
        {(control) => (
          <Select
            {...control}
            size="small"
            value={whole.sheet ?? ''}
            disabled={!file || busy}
            onChange={({ target }) => void read(target.value)}
          >
            {whole.sheets.map(({ name, rows }) => (
              <option key={name} value={name}>
                {`${name} (${rowsInWords(rows)}${rows >= 1000 ? ' or more' : ''})`}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}
