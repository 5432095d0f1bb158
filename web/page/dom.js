// The page's elements by their names, and bytes that stand in it as text.

export const get = (id) => document.getElementById(id);

export const bytesOf = (base64) => {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
};
