// Choosing a file of this computer: its bytes go to the page as they are, which reads and checks them.
const MOST = 2_000_000;

function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

export default function ({ parentElement, setTriggerValue }) {
  const input = parentElement.querySelector("input");
  const said = parentElement.querySelector("p");
  input.onchange = async () => {
    const file = input.files[0];
    if (!file) return;
    input.value = "";
    if (file.size > MOST) {
      said.textContent = `${file.name} has ${Math.round(file.size / 1e6)} MB; at most 2 MB can be read.`;
      return;
    }
    said.textContent = `Reading ${file.name} …`;
    setTriggerValue("file", { name: file.name, content: base64(new Uint8Array(await file.arrayBuffer())) });
    said.textContent = "";
  };
  input.disabled = false; // until now a chosen file would have been lost
}
