/** The colors of good and bad news, here and in toasts. */
export const messageLooks = {
  success: 'border-success bg-success-pale text-success',
  error: 'border-error bg-error-pale text-error',
}

/** Spec §8: success in a green box, errors in a red one. The live region around it is always there, so that it is read out. */
export function MessageBox({ message }: { message: { kind: keyof typeof messageLooks; text: string } | undefined }) {
  return (
    <div role="status">
      {message && (
        <p className={`rounded-md border px-4 py-3 text-sm font-medium ${messageLooks[message.kind]}`}>
          {message.text}
        </p>
      )}
    </div>
  )
}
