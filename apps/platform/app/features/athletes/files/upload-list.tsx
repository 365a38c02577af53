import { Button } from '@sherpa/ui/button'
import type { Upload, Uploads } from './use-uploads.ts'

/** Pending and failed uploads. */
export function UploadList({
  uploads,
  announcement,
  retry,
  onDismiss,
}: Pick<Uploads, 'uploads' | 'announcement' | 'retry'> & { onDismiss: (id: number) => void }) {
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {uploads.length > 0 && (
        <ul aria-label="Uploads" className="flex flex-col gap-3">
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} onDismiss={onDismiss} onRetry={retry} />
          ))}
        </ul>
      )}
    </>
  )
}

function UploadRow({
  upload: { id, file, versionOf, state, share, problem, canRetry },
  onDismiss,
  onRetry,
}: {
  upload: Upload
  onDismiss: (id: number) => void
  onRetry: (id: number) => void
}) {
  const failed = state === 'failed'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
      <div className="min-w-0 flex-1 basis-48">
        <p className="mb-1 flex gap-3">
          <span className="min-w-0 flex-1 font-medium break-words text-ink">
            {file.name}
            {versionOf && <span className="font-normal text-grey"> – new version of {versionOf.name}</span>}
          </span>
          {!failed && (
            <span className="text-grey tabular-nums">{state === 'waiting' ? 'Waiting' : formatProgress(share)}</span>
          )}
        </p>
        {failed ? (
          <p role="alert" className="text-error">
            {problem}
          </p>
        ) : (
          <progress aria-label={`Upload of ${file.name}`} value={share} className="w-full" />
        )}
      </div>
      {failed && canRetry && (
        <Button look="secondary" size="small" aria-label={`Try again: ${file.name}`} onClick={() => onRetry(id)}>
          Try again
        </Button>
      )}
      <Button
        look="secondary"
        size="small"
        aria-label={`${failed ? 'Dismiss' : 'Cancel'}: ${file.name}`}
        onClick={() => onDismiss(id)}
      >
        {failed ? 'Dismiss' : 'Cancel'}
      </Button>
    </li>
  )
}

/** After the last byte, the server still validates and stores the file. */
function formatProgress(share: number) {
  return share < 1 ? `${Math.floor(share * 100)}%` : 'Checking…'
}
