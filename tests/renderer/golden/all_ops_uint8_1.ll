declare i8 @llvm.umax.i8(i8, i8)
define void @all_ops_uint8_1(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %d3_at = getelementptr inbounds ptr, ptr %bufs, i64 3
  %d3 = load ptr, ptr %d3_at, align 8, !invariant.load !{}
  %d4_at = getelementptr inbounds ptr, ptr %bufs, i64 4
  %d4 = load ptr, ptr %d4_at, align 8, !invariant.load !{}
  %d5_at = getelementptr inbounds ptr, ptr %bufs, i64 5
  %d5 = load ptr, ptr %d5_at, align 8, !invariant.load !{}
  %d6_at = getelementptr inbounds ptr, ptr %bufs, i64 6
  %d6 = load ptr, ptr %d6_at, align 8, !invariant.load !{}
  %d7_at = getelementptr inbounds ptr, ptr %bufs, i64 7
  %d7 = load ptr, ptr %d7_at, align 8, !invariant.load !{}
  %d8_at = getelementptr inbounds ptr, ptr %bufs, i64 8
  %d8 = load ptr, ptr %d8_at, align 8, !invariant.load !{}
  %d9_at = getelementptr inbounds ptr, ptr %bufs, i64 9
  %d9 = load ptr, ptr %d9_at, align 8, !invariant.load !{}
  %d10_at = getelementptr inbounds ptr, ptr %bufs, i64 10
  %d10 = load ptr, ptr %d10_at, align 8, !invariant.load !{}
  %d11_at = getelementptr inbounds ptr, ptr %bufs, i64 11
  %d11 = load ptr, ptr %d11_at, align 8, !invariant.load !{}
  %d12_at = getelementptr inbounds ptr, ptr %bufs, i64 12
  %d12 = load ptr, ptr %d12_at, align 8, !invariant.load !{}
  %d13_at = getelementptr inbounds ptr, ptr %bufs, i64 13
  %d13 = load ptr, ptr %d13_at, align 8, !invariant.load !{}
  %d14_at = getelementptr inbounds ptr, ptr %bufs, i64 14
  %d14 = load ptr, ptr %d14_at, align 8, !invariant.load !{}
  %d15_at = getelementptr inbounds ptr, ptr %bufs, i64 15
  %d15 = load ptr, ptr %d15_at, align 8, !invariant.load !{}
  %d16_at = getelementptr inbounds ptr, ptr %bufs, i64 16
  %d16 = load ptr, ptr %d16_at, align 8, !invariant.load !{}
  %d17_at = getelementptr inbounds ptr, ptr %bufs, i64 17
  %d17 = load ptr, ptr %d17_at, align 8, !invariant.load !{}
  %d18_at = getelementptr inbounds ptr, ptr %bufs, i64 18
  %d18 = load ptr, ptr %d18_at, align 8, !invariant.load !{}
  %d19_at = getelementptr inbounds ptr, ptr %bufs, i64 19
  %d19 = load ptr, ptr %d19_at, align 8, !invariant.load !{}
  %d20_at = getelementptr inbounds ptr, ptr %bufs, i64 20
  %d20 = load ptr, ptr %d20_at, align 8, !invariant.load !{}
  %d21_at = getelementptr inbounds ptr, ptr %bufs, i64 21
  %d21 = load ptr, ptr %d21_at, align 8, !invariant.load !{}
  %d22_at = getelementptr inbounds ptr, ptr %bufs, i64 22
  %d22 = load ptr, ptr %d22_at, align 8, !invariant.load !{}
  %d23_at = getelementptr inbounds ptr, ptr %bufs, i64 23
  %d23 = load ptr, ptr %d23_at, align 8, !invariant.load !{}
  %d24_at = getelementptr inbounds ptr, ptr %bufs, i64 24
  %d24 = load ptr, ptr %d24_at, align 8, !invariant.load !{}
  %d25_at = getelementptr inbounds ptr, ptr %bufs, i64 25
  %d25 = load ptr, ptr %d25_at, align 8, !invariant.load !{}
  %d26_at = getelementptr inbounds ptr, ptr %bufs, i64 26
  %d26 = load ptr, ptr %d26_at, align 8, !invariant.load !{}
  %d27_at = getelementptr inbounds ptr, ptr %bufs, i64 27
  %d27 = load ptr, ptr %d27_at, align 8, !invariant.load !{}
  %d28_at = getelementptr inbounds ptr, ptr %bufs, i64 28
  %d28 = load ptr, ptr %d28_at, align 8, !invariant.load !{}
  %d29_at = getelementptr inbounds ptr, ptr %bufs, i64 29
  %d29 = load ptr, ptr %d29_at, align 8, !invariant.load !{}
  %d30_at = getelementptr inbounds ptr, ptr %bufs, i64 30
  %d30 = load ptr, ptr %d30_at, align 8, !invariant.load !{}
  %d31_at = getelementptr inbounds ptr, ptr %bufs, i64 31
  %d31 = load ptr, ptr %d31_at, align 8, !invariant.load !{}
  %d32_at = getelementptr inbounds ptr, ptr %bufs, i64 32
  %d32 = load ptr, ptr %d32_at, align 8, !invariant.load !{}
  %d33_at = getelementptr inbounds ptr, ptr %bufs, i64 33
  %d33 = load ptr, ptr %d33_at, align 8, !invariant.load !{}
  %d34_at = getelementptr inbounds ptr, ptr %bufs, i64 34
  %d34 = load ptr, ptr %d34_at, align 8, !invariant.load !{}
  %d35_at = getelementptr inbounds ptr, ptr %bufs, i64 35
  %d35 = load ptr, ptr %d35_at, align 8, !invariant.load !{}
  %d36_at = getelementptr inbounds ptr, ptr %bufs, i64 36
  %d36 = load ptr, ptr %d36_at, align 8, !invariant.load !{}
  %d37_at = getelementptr inbounds ptr, ptr %bufs, i64 37
  %d37 = load ptr, ptr %d37_at, align 8, !invariant.load !{}
  %d38_at = getelementptr inbounds ptr, ptr %bufs, i64 38
  %d38 = load ptr, ptr %d38_at, align 8, !invariant.load !{}
  %d39_at = getelementptr inbounds ptr, ptr %bufs, i64 39
  %d39 = load ptr, ptr %d39_at, align 8, !invariant.load !{}
  %d40_at = getelementptr inbounds ptr, ptr %bufs, i64 40
  %d40 = load ptr, ptr %d40_at, align 8, !invariant.load !{}
  %d41_at = getelementptr inbounds ptr, ptr %bufs, i64 41
  %d41 = load ptr, ptr %d41_at, align 8, !invariant.load !{}
  %d42_at = getelementptr inbounds ptr, ptr %bufs, i64 42
  %d42 = load ptr, ptr %d42_at, align 8, !invariant.load !{}
  %d43_at = getelementptr inbounds ptr, ptr %bufs, i64 43
  %d43 = load ptr, ptr %d43_at, align 8, !invariant.load !{}
  %d44_at = getelementptr inbounds ptr, ptr %bufs, i64 44
  %d44 = load ptr, ptr %d44_at, align 8, !invariant.load !{}
  %d45_at = getelementptr inbounds ptr, ptr %bufs, i64 45
  %d45 = load ptr, ptr %d45_at, align 8, !invariant.load !{}
  %d46_at = getelementptr inbounds ptr, ptr %bufs, i64 46
  %d46 = load ptr, ptr %d46_at, align 8, !invariant.load !{}
  %d47_at = getelementptr inbounds ptr, ptr %bufs, i64 47
  %d47 = load ptr, ptr %d47_at, align 8, !invariant.load !{}
  %d48_at = getelementptr inbounds ptr, ptr %bufs, i64 48
  %d48 = load ptr, ptr %d48_at, align 8, !invariant.load !{}
  %d49_at = getelementptr inbounds ptr, ptr %bufs, i64 49
  %d49 = load ptr, ptr %d49_at, align 8, !invariant.load !{}
  %d50_at = getelementptr inbounds ptr, ptr %bufs, i64 50
  %d50 = load ptr, ptr %d50_at, align 8, !invariant.load !{}
  %d51_at = getelementptr inbounds ptr, ptr %bufs, i64 51
  %d51 = load ptr, ptr %d51_at, align 8, !invariant.load !{}
  %d52_at = getelementptr inbounds ptr, ptr %bufs, i64 52
  %d52 = load ptr, ptr %d52_at, align 8, !invariant.load !{}
  %d53_at = getelementptr inbounds ptr, ptr %bufs, i64 53
  %d53 = load ptr, ptr %d53_at, align 8, !invariant.load !{}
  %d54_at = getelementptr inbounds ptr, ptr %bufs, i64 54
  %d54 = load ptr, ptr %d54_at, align 8, !invariant.load !{}
  %d55_at = getelementptr inbounds ptr, ptr %bufs, i64 55
  %d55 = load ptr, ptr %d55_at, align 8, !invariant.load !{}
  %d56_at = getelementptr inbounds ptr, ptr %bufs, i64 56
  %d56 = load ptr, ptr %d56_at, align 8, !invariant.load !{}
  %d57_at = getelementptr inbounds ptr, ptr %bufs, i64 57
  %d57 = load ptr, ptr %d57_at, align 8, !invariant.load !{}
  %d58_at = getelementptr inbounds ptr, ptr %bufs, i64 58
  %d58 = load ptr, ptr %d58_at, align 8, !invariant.load !{}
  %d59_at = getelementptr inbounds ptr, ptr %bufs, i64 59
  %d59 = load ptr, ptr %d59_at, align 8, !invariant.load !{}
  %d60_at = getelementptr inbounds ptr, ptr %bufs, i64 60
  %d60 = load ptr, ptr %d60_at, align 8, !invariant.load !{}
  %d61_at = getelementptr inbounds ptr, ptr %bufs, i64 61
  %d61 = load ptr, ptr %d61_at, align 8, !invariant.load !{}
  %d62_at = getelementptr inbounds ptr, ptr %bufs, i64 62
  %d62 = load ptr, ptr %d62_at, align 8, !invariant.load !{}
  %d63_at = getelementptr inbounds ptr, ptr %bufs, i64 63
  %d63 = load ptr, ptr %d63_at, align 8, !invariant.load !{}
  %d64_at = getelementptr inbounds ptr, ptr %bufs, i64 64
  %d64 = load ptr, ptr %d64_at, align 8, !invariant.load !{}
  %d65_at = getelementptr inbounds ptr, ptr %bufs, i64 65
  %d65 = load ptr, ptr %d65_at, align 8, !invariant.load !{}
  %d66_at = getelementptr inbounds ptr, ptr %bufs, i64 66
  %d66 = load ptr, ptr %d66_at, align 8, !invariant.load !{}
  %d67_at = getelementptr inbounds ptr, ptr %bufs, i64 67
  %d67 = load ptr, ptr %d67_at, align 8, !invariant.load !{}
  %d68_at = getelementptr inbounds ptr, ptr %bufs, i64 68
  %d68 = load ptr, ptr %d68_at, align 8, !invariant.load !{}
  %d69_at = getelementptr inbounds ptr, ptr %bufs, i64 69
  %d69 = load ptr, ptr %d69_at, align 8, !invariant.load !{}
  %d70_at = getelementptr inbounds ptr, ptr %bufs, i64 70
  %d70 = load ptr, ptr %d70_at, align 8, !invariant.load !{}
  %d71_at = getelementptr inbounds ptr, ptr %bufs, i64 71
  %d71 = load ptr, ptr %d71_at, align 8, !invariant.load !{}
  br label %i0.head
i0.head:
  %i0 = phi i64 [ 0, %entry ], [ %i0.next, %i0.last ]
  %i0.more = icmp slt i64 %i0, 48
  br i1 %i0.more, label %i0.body, label %i0.done
i0.body:
  %v0 = mul nsw i64 %i0, 1
  %v1 = getelementptr inbounds i8, ptr %d1, i64 %v0
  %v2 = load i8, ptr %v1, align 1
  %v3 = getelementptr inbounds i8, ptr %d2, i64 %v0
  %v4 = load i8, ptr %v3, align 1
  %v5 = getelementptr inbounds i8, ptr %d3, i64 %v0
  %v6 = load i8, ptr %v5, align 1
  %v7 = add i8 %v2, %v4
  %v8 = getelementptr inbounds i8, ptr %d0, i64 %v0
  store i8 %v7, ptr %v8, align 1
  br label %i0.last
i0.last:
  %i0.next = add nsw i64 %i0, 1
  br label %i0.head
i0.done:
  br label %i1.head
i1.head:
  %i1 = phi i64 [ 0, %i0.done ], [ %i1.next, %i1.last ]
  %i1.more = icmp slt i64 %i1, 48
  br i1 %i1.more, label %i1.body, label %i1.done
i1.body:
  %v9 = mul nsw i64 %i1, 1
  %v10 = getelementptr inbounds i8, ptr %d5, i64 %v9
  %v11 = load i8, ptr %v10, align 1
  %v12 = getelementptr inbounds i8, ptr %d6, i64 %v9
  %v13 = load i8, ptr %v12, align 1
  %v14 = getelementptr inbounds i8, ptr %d7, i64 %v9
  %v15 = load i8, ptr %v14, align 1
  %v16 = mul i8 %v11, %v13
  %v17 = getelementptr inbounds i8, ptr %d4, i64 %v9
  store i8 %v16, ptr %v17, align 1
  br label %i1.last
i1.last:
  %i1.next = add nsw i64 %i1, 1
  br label %i1.head
i1.done:
  br label %i2.head
i2.head:
  %i2 = phi i64 [ 0, %i1.done ], [ %i2.next, %i2.last ]
  %i2.more = icmp slt i64 %i2, 48
  br i1 %i2.more, label %i2.body, label %i2.done
i2.body:
  %v18 = mul nsw i64 %i2, 1
  %v19 = getelementptr inbounds i8, ptr %d9, i64 %v18
  %v20 = load i8, ptr %v19, align 1
  %v21 = getelementptr inbounds i8, ptr %d10, i64 %v18
  %v22 = load i8, ptr %v21, align 1
  %v23 = getelementptr inbounds i8, ptr %d11, i64 %v18
  %v24 = load i8, ptr %v23, align 1
  %v25 = call i8 @llvm.umax.i8(i8 %v20, i8 %v22)
  %v26 = getelementptr inbounds i8, ptr %d8, i64 %v18
  store i8 %v25, ptr %v26, align 1
  br label %i2.last
i2.last:
  %i2.next = add nsw i64 %i2, 1
  br label %i2.head
i2.done:
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %i2.done ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, 48
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v27 = mul nsw i64 %i3, 1
  %v28 = getelementptr inbounds i8, ptr %d13, i64 %v27
  %v29 = load i8, ptr %v28, align 1
  %v30 = getelementptr inbounds i8, ptr %d14, i64 %v27
  %v31 = load i8, ptr %v30, align 1
  %v32 = getelementptr inbounds i8, ptr %d15, i64 %v27
  %v33 = load i8, ptr %v32, align 1
  %v34 = icmp ult i8 %v29, %v31
  %v35 = getelementptr inbounds i8, ptr %d12, i64 %v27
  %v36 = zext i1 %v34 to i8
  store i8 %v36, ptr %v35, align 1
  br label %i3.last
i3.last:
  %i3.next = add nsw i64 %i3, 1
  br label %i3.head
i3.done:
  br label %i4.head
i4.head:
  %i4 = phi i64 [ 0, %i3.done ], [ %i4.next, %i4.last ]
  %i4.more = icmp slt i64 %i4, 48
  br i1 %i4.more, label %i4.body, label %i4.done
i4.body:
  %v37 = mul nsw i64 %i4, 1
  %v38 = getelementptr inbounds i8, ptr %d17, i64 %v37
  %v39 = load i8, ptr %v38, align 1
  %v40 = getelementptr inbounds i8, ptr %d18, i64 %v37
  %v41 = load i8, ptr %v40, align 1
  %v42 = getelementptr inbounds i8, ptr %d19, i64 %v37
  %v43 = load i8, ptr %v42, align 1
  %v44 = icmp ne i8 %v39, %v41
  %v45 = getelementptr inbounds i8, ptr %d16, i64 %v37
  %v46 = zext i1 %v44 to i8
  store i8 %v46, ptr %v45, align 1
  br label %i4.last
i4.last:
  %i4.next = add nsw i64 %i4, 1
  br label %i4.head
i4.done:
  br label %i5.head
i5.head:
  %i5 = phi i64 [ 0, %i4.done ], [ %i5.next, %i5.last ]
  %i5.more = icmp slt i64 %i5, 48
  br i1 %i5.more, label %i5.body, label %i5.done
i5.body:
  %v47 = mul nsw i64 %i5, 1
  %v48 = getelementptr inbounds i8, ptr %d21, i64 %v47
  %v49 = load i8, ptr %v48, align 1
  %v50 = getelementptr inbounds i8, ptr %d22, i64 %v47
  %v51 = load i8, ptr %v50, align 1
  %v52 = getelementptr inbounds i8, ptr %d23, i64 %v47
  %v53 = load i8, ptr %v52, align 1
  %v54 = icmp eq i8 %v49, %v51
  %v55 = getelementptr inbounds i8, ptr %d20, i64 %v47
  %v56 = zext i1 %v54 to i8
  store i8 %v56, ptr %v55, align 1
  br label %i5.last
i5.last:
  %i5.next = add nsw i64 %i5, 1
  br label %i5.head
i5.done:
  br label %i6.head
i6.head:
  %i6 = phi i64 [ 0, %i5.done ], [ %i6.next, %i6.last ]
  %i6.more = icmp slt i64 %i6, 48
  br i1 %i6.more, label %i6.body, label %i6.done
i6.body:
  %v57 = mul nsw i64 %i6, 1
  %v58 = getelementptr inbounds i8, ptr %d25, i64 %v57
  %v59 = load i8, ptr %v58, align 1
  %v60 = getelementptr inbounds i8, ptr %d26, i64 %v57
  %v61 = load i8, ptr %v60, align 1
  %v62 = getelementptr inbounds i8, ptr %d27, i64 %v57
  %v63 = load i8, ptr %v62, align 1
  %v64 = icmp ne i8 %v63, 0
  %v65 = select i1 %v64, i8 %v59, i8 %v61
  %v66 = getelementptr inbounds i8, ptr %d24, i64 %v57
  store i8 %v65, ptr %v66, align 1
  br label %i6.last
i6.last:
  %i6.next = add nsw i64 %i6, 1
  br label %i6.head
i6.done:
  br label %i7.head
i7.head:
  %i7 = phi i64 [ 0, %i6.done ], [ %i7.next, %i7.last ]
  %i7.more = icmp slt i64 %i7, 48
  br i1 %i7.more, label %i7.body, label %i7.done
i7.body:
  %v67 = mul nsw i64 %i7, 1
  %v68 = getelementptr inbounds i8, ptr %d29, i64 %v67
  %v69 = load i8, ptr %v68, align 1
  %v70 = getelementptr inbounds i8, ptr %d30, i64 %v67
  %v71 = load i8, ptr %v70, align 1
  %v72 = getelementptr inbounds i8, ptr %d31, i64 %v67
  %v73 = load i8, ptr %v72, align 1
  %v74 = sub i8 0, %v69
  %v75 = getelementptr inbounds i8, ptr %d28, i64 %v67
  store i8 %v74, ptr %v75, align 1
  br label %i7.last
i7.last:
  %i7.next = add nsw i64 %i7, 1
  br label %i7.head
i7.done:
  br label %i8.head
i8.head:
  %i8 = phi i64 [ 0, %i7.done ], [ %i8.next, %i8.last ]
  %i8.more = icmp slt i64 %i8, 48
  br i1 %i8.more, label %i8.body, label %i8.done
i8.body:
  %v76 = mul nsw i64 %i8, 1
  %v77 = getelementptr inbounds i8, ptr %d33, i64 %v76
  %v78 = load i8, ptr %v77, align 1
  %v79 = getelementptr inbounds i8, ptr %d34, i64 %v76
  %v80 = load i8, ptr %v79, align 1
  %v81 = getelementptr inbounds i8, ptr %d35, i64 %v76
  %v82 = load i8, ptr %v81, align 1
  %v83 = sub i8 %v78, %v80
  %v84 = getelementptr inbounds i8, ptr %d32, i64 %v76
  store i8 %v83, ptr %v84, align 1
  br label %i8.last
i8.last:
  %i8.next = add nsw i64 %i8, 1
  br label %i8.head
i8.done:
  br label %i9.head
i9.head:
  %i9 = phi i64 [ 0, %i8.done ], [ %i9.next, %i9.last ]
  %i9.more = icmp slt i64 %i9, 48
  br i1 %i9.more, label %i9.body, label %i9.done
i9.body:
  %v85 = mul nsw i64 %i9, 1
  %v86 = getelementptr inbounds i8, ptr %d37, i64 %v85
  %v87 = load i8, ptr %v86, align 1
  %v88 = getelementptr inbounds i8, ptr %d38, i64 %v85
  %v89 = load i8, ptr %v88, align 1
  %v90 = getelementptr inbounds i8, ptr %d39, i64 %v85
  %v91 = load i8, ptr %v90, align 1
  %v92 = mul i8 %v87, %v89
  %v93 = add i8 %v92, %v91
  %v94 = getelementptr inbounds i8, ptr %d36, i64 %v85
  store i8 %v93, ptr %v94, align 1
  br label %i9.last
i9.last:
  %i9.next = add nsw i64 %i9, 1
  br label %i9.head
i9.done:
  br label %i10.head
i10.head:
  %i10 = phi i64 [ 0, %i9.done ], [ %i10.next, %i10.last ]
  %i10.more = icmp slt i64 %i10, 48
  br i1 %i10.more, label %i10.body, label %i10.done
i10.body:
  %v95 = mul nsw i64 %i10, 1
  %v96 = getelementptr inbounds i8, ptr %d41, i64 %v95
  %v97 = load i8, ptr %v96, align 1
  %v98 = getelementptr inbounds i8, ptr %d42, i64 %v95
  %v99 = load i8, ptr %v98, align 1
  %v100 = getelementptr inbounds i8, ptr %d43, i64 %v95
  %v101 = load i8, ptr %v100, align 1
  %v102 = and i8 %v97, %v99
  %v103 = getelementptr inbounds i8, ptr %d40, i64 %v95
  store i8 %v102, ptr %v103, align 1
  br label %i10.last
i10.last:
  %i10.next = add nsw i64 %i10, 1
  br label %i10.head
i10.done:
  br label %i11.head
i11.head:
  %i11 = phi i64 [ 0, %i10.done ], [ %i11.next, %i11.last ]
  %i11.more = icmp slt i64 %i11, 48
  br i1 %i11.more, label %i11.body, label %i11.done
i11.body:
  %v104 = mul nsw i64 %i11, 1
  %v105 = getelementptr inbounds i8, ptr %d45, i64 %v104
  %v106 = load i8, ptr %v105, align 1
  %v107 = getelementptr inbounds i8, ptr %d46, i64 %v104
  %v108 = load i8, ptr %v107, align 1
  %v109 = getelementptr inbounds i8, ptr %d47, i64 %v104
  %v110 = load i8, ptr %v109, align 1
  %v111 = or i8 %v106, %v108
  %v112 = getelementptr inbounds i8, ptr %d44, i64 %v104
  store i8 %v111, ptr %v112, align 1
  br label %i11.last
i11.last:
  %i11.next = add nsw i64 %i11, 1
  br label %i11.head
i11.done:
  br label %i12.head
i12.head:
  %i12 = phi i64 [ 0, %i11.done ], [ %i12.next, %i12.last ]
  %i12.more = icmp slt i64 %i12, 48
  br i1 %i12.more, label %i12.body, label %i12.done
i12.body:
  %v113 = mul nsw i64 %i12, 1
  %v114 = getelementptr inbounds i8, ptr %d49, i64 %v113
  %v115 = load i8, ptr %v114, align 1
  %v116 = getelementptr inbounds i8, ptr %d50, i64 %v113
  %v117 = load i8, ptr %v116, align 1
  %v118 = getelementptr inbounds i8, ptr %d51, i64 %v113
  %v119 = load i8, ptr %v118, align 1
  %v120 = xor i8 %v115, %v117
  %v121 = getelementptr inbounds i8, ptr %d48, i64 %v113
  store i8 %v120, ptr %v121, align 1
  br label %i12.last
i12.last:
  %i12.next = add nsw i64 %i12, 1
  br label %i12.head
i12.done:
  br label %i13.head
i13.head:
  %i13 = phi i64 [ 0, %i12.done ], [ %i13.next, %i13.last ]
  %i13.more = icmp slt i64 %i13, 48
  br i1 %i13.more, label %i13.body, label %i13.done
i13.body:
  %v122 = mul nsw i64 %i13, 1
  %v123 = getelementptr inbounds i8, ptr %d53, i64 %v122
  %v124 = load i8, ptr %v123, align 1
  %v125 = getelementptr inbounds i8, ptr %d54, i64 %v122
  %v126 = load i8, ptr %v125, align 1
  %v127 = getelementptr inbounds i8, ptr %d55, i64 %v122
  %v128 = load i8, ptr %v127, align 1
  %v129 = xor i8 %v124, -1
  %v130 = getelementptr inbounds i8, ptr %d52, i64 %v122
  store i8 %v129, ptr %v130, align 1
  br label %i13.last
i13.last:
  %i13.next = add nsw i64 %i13, 1
  br label %i13.head
i13.done:
  br label %i14.head
i14.head:
  %i14 = phi i64 [ 0, %i13.done ], [ %i14.next, %i14.last ]
  %i14.more = icmp slt i64 %i14, 48
  br i1 %i14.more, label %i14.body, label %i14.done
i14.body:
  %v131 = mul nsw i64 %i14, 1
  %v132 = getelementptr inbounds i8, ptr %d57, i64 %v131
  %v133 = load i8, ptr %v132, align 1
  %v134 = getelementptr inbounds i8, ptr %d58, i64 %v131
  %v135 = load i8, ptr %v134, align 1
  %v136 = getelementptr inbounds i8, ptr %d59, i64 %v131
  %v137 = load i8, ptr %v136, align 1
  %v138 = shl i8 %v133, %v135
  %v139 = getelementptr inbounds i8, ptr %d56, i64 %v131
  store i8 %v138, ptr %v139, align 1
  br label %i14.last
i14.last:
  %i14.next = add nsw i64 %i14, 1
  br label %i14.head
i14.done:
  br label %i15.head
i15.head:
  %i15 = phi i64 [ 0, %i14.done ], [ %i15.next, %i15.last ]
  %i15.more = icmp slt i64 %i15, 48
  br i1 %i15.more, label %i15.body, label %i15.done
i15.body:
  %v140 = mul nsw i64 %i15, 1
  %v141 = getelementptr inbounds i8, ptr %d61, i64 %v140
  %v142 = load i8, ptr %v141, align 1
  %v143 = getelementptr inbounds i8, ptr %d62, i64 %v140
  %v144 = load i8, ptr %v143, align 1
  %v145 = getelementptr inbounds i8, ptr %d63, i64 %v140
  %v146 = load i8, ptr %v145, align 1
  %v147 = lshr i8 %v142, %v144
  %v148 = getelementptr inbounds i8, ptr %d60, i64 %v140
  store i8 %v147, ptr %v148, align 1
  br label %i15.last
i15.last:
  %i15.next = add nsw i64 %i15, 1
  br label %i15.head
i15.done:
  br label %i16.head
i16.head:
  %i16 = phi i64 [ 0, %i15.done ], [ %i16.next, %i16.last ]
  %i16.more = icmp slt i64 %i16, 48
  br i1 %i16.more, label %i16.body, label %i16.done
i16.body:
  %v149 = mul nsw i64 %i16, 1
  %v150 = getelementptr inbounds i8, ptr %d65, i64 %v149
  %v151 = load i8, ptr %v150, align 1
  %v152 = getelementptr inbounds i8, ptr %d66, i64 %v149
  %v153 = load i8, ptr %v152, align 1
  %v154 = getelementptr inbounds i8, ptr %d67, i64 %v149
  %v155 = load i8, ptr %v154, align 1
  %v156 = udiv i8 %v151, %v153
  %v157 = getelementptr inbounds i8, ptr %d64, i64 %v149
  store i8 %v156, ptr %v157, align 1
  br label %i16.last
i16.last:
  %i16.next = add nsw i64 %i16, 1
  br label %i16.head
i16.done:
  br label %i17.head
i17.head:
  %i17 = phi i64 [ 0, %i16.done ], [ %i17.next, %i17.last ]
  %i17.more = icmp slt i64 %i17, 48
  br i1 %i17.more, label %i17.body, label %i17.done
i17.body:
  %v158 = mul nsw i64 %i17, 1
  %v159 = getelementptr inbounds i8, ptr %d69, i64 %v158
  %v160 = load i8, ptr %v159, align 1
  %v161 = getelementptr inbounds i8, ptr %d70, i64 %v158
  %v162 = load i8, ptr %v161, align 1
  %v163 = getelementptr inbounds i8, ptr %d71, i64 %v158
  %v164 = load i8, ptr %v163, align 1
  %v165 = urem i8 %v160, %v162
  %v166 = getelementptr inbounds i8, ptr %d68, i64 %v158
  store i8 %v165, ptr %v166, align 1
  br label %i17.last
i17.last:
  %i17.next = add nsw i64 %i17, 1
  br label %i17.head
i17.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
