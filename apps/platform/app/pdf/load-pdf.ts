import { getDocument, type PDFDocumentLoadingTask, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/** Pictures in a page with more pixels than this are left out: they would take more memory than a phone has. */
const MOST_PIXELS = 64_000_000

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (url: string) => unknown }
}

// The policy of our pages asks for it: a worker's address is no text that came from anywhere else.
const trusted = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('pdf-worker', {
  createScriptURL: () => workerAddress,
})

/**
 * Reads a PDF in a worker of its own. Its scripts are never run: neither their sandbox nor forms made of XML (XFA) are part of this, and
 * nothing is compiled, to JavaScript or WebAssembly.
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
    // The server answers with the whole file.
    disableRange: true,
    disableStream: true,
    maxImageSize: MOST_PIXELS,
    // Errors only: what a file does wrong is no concern of ours.
    verbosity: 0,
  })
  task.onProgress = ({ loaded, total }: { loaded: number; total: number }) => {
    if (total > 0) onShare(Math.min(1, loaded / total))
  }
  // Nobody types a password here: the promise ends with an exception instead.
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
