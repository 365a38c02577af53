import { endingOf, fileTypes, isImage, isPdf, type KeptFile } from '@sherpa/contracts/file'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Ago } from '../../../data/moments.tsx'
import { MenuItem, RowMenu } from '../../../list/row-menu.tsx'
import type { DialogKind } from './file-dialogs.tsx'
import { sizeInWords } from './file-words.ts'
import { useOpenFile } from './use-open-file.ts'

export function FileRow({
  athlete,
  file,
  mayEdit,
  onDialog,
  onNewVersion,
}: {
  athlete: string
  file: KeptFile
  mayEdit: boolean
  onDialog: (kind: DialogKind) => void
  onNewVersion: () => void
}) {
  const { name, type, versions } = file
  const [newest] = versions
  const { download } = useOpenFile(athlete)
  if (!newest) return null
  const hasPreview = isImage(type) || isPdf(type)
  const open = () => (hasPreview ? onDialog('preview') : download(file, newest))
  return (
    <li className="flex items-center gap-3 border-b border-line-soft py-2 last:border-0">
      <span
        aria-hidden="true"
        className="grid h-9 w-10 shrink-0 place-items-center rounded-sm bg-quiet text-2xs font-semibold text-slate uppercase"
      >
        {endingOf(name)}
      </span>
      <div className="min-w-0 flex-1">
        <button
          type="button"
          aria-label={`${hasPreview ? 'Show' : 'Download'} ${name}`}
          onClick={open}
          className="max-w-full cursor-pointer text-left text-sm font-medium break-words text-ink hover:underline max-md:min-h-6"
        >
          {name}
        </button>
        <p className="flex flex-wrap gap-x-3 text-xs text-grey">
          {file.private && (
            <span className="inline-flex items-center gap-1 font-medium text-ink">
              <ToolIcon name="lock" className="size-3" />
              Private
            </span>
          )}
          <span>{fileTypes[type].name}</span>
          <span>{sizeInWords(newest.size)}</span>
          {versions.length > 1 && <span>Version {newest.number}</span>}
          <span>
            <Ago at={newest.addedAt} />
            {newest.addedBy && ` by ${newest.addedBy.name}`}
          </span>
        </p>
      </div>
      <RowMenu name={`Actions for ${name}`}>
        {hasPreview && <MenuItem onClick={() => onDialog('preview')}>Show</MenuItem>}
        <MenuItem onClick={() => download(file, newest)}>Download</MenuItem>
        <MenuItem onClick={() => onDialog('versions')}>Versions</MenuItem>
        {mayEdit && (
          <>
            <MenuItem onClick={onNewVersion}>Upload new version</MenuItem>
            <MenuItem onClick={() => onDialog('views')}>Who opened it</MenuItem>
            <MenuItem onClick={() => onDialog('edit')}>Edit</MenuItem>
            <MenuItem onClick={() => onDialog('remove')}>Remove</MenuItem>
          </>
        )}
      </RowMenu>
    </li>
  )
}
