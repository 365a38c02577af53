import { getDocument, type PDFDocumentLoadingTask, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/** Larger images are skipped, to limit memory on phones. */
const MOST_PIXELS = 64_000_000

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (url: string) => unknown }
}

// Required by the Trusted Types directive of our Content-Security-Policy.
const trusted = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('pdf-worker', {
  createScriptURL: () => workerAddress,
})

/** Parses a PDF in a worker. PDF scripts never run: no scripting sandbox, no XFA forms, no eval, no WebAssembly.
 */
export function loadPdf(address: string, onShare: (share: number) => void) {
  const port = new Worker((trusted?.createScriptURL('') ?? workerAddress) as string, { type: 'module' })
  const worker = PDFWorker.create({ port })
  const task: PDFDocumentLoadingTask = getDocument({
    url: address,
    worker,
    isEvalSupported: false,
    useWasm: false,
    enableXfa: false,
    useWorkerFetch: false,
    // The server doesn't support range requests.
    disableRange: true,
    disableStream: true,
    maxImageSize: MOST_PIXELS,
    // Errors only; warnings about the file are noise.
    verbosity: 0,
  })
  task.onProgress = ({ loaded, total }: { loaded: number; total: number }) => {
    if (total > 0) onShare(Math.min(1, loaded / total))
  }
  // Rejects encrypted files instead of asking for a password.
  task.onPassword = () => task.destroy()
  return {
    document: task.promise,
    async destroy() {
      await task.destroy()
      worker.destroy()
      port.terminate()
    },
  }
}
